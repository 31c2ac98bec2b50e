#include "model/kinds/spectral.hpp"

#include "beyond/spectral.hpp"
#include "embed/feature_map.hpp"
#include "model/kinds/feature_map.hpp"

namespace mercer::kinds {
namespace {

const mercer::Spectral* options_of(const Model& model) {
  return std::get_if<mercer::Spectral>(&model.method);
}

// z(x) coefficients of points with features, which are about their mean
template <class T>
Matrix feature_products(const Spectral& place, const Query& query) {
  constexpr Index together = 16384;
  const Data points = as_landmarks(place.map, query.points);
  const Vector self = self_of(query).values;
  const Matrix& C = place.coefficients;
  Matrix products(points.size(), C.cols());
  for (Index begin = 0; begin < points.size(); begin += together) {
    const Index count = std::min(together, points.size() - begin);
    const auto features = embed<T>(place.map, query.kernel, points, begin, begin + count, self);
    products.middleRows(begin, count) = features.values.template cast<double>() * C;
  }
  products.rowwise() += (place.map.mean.transpose() * C).eval();
  return products;
}

// [a(Z, X) coefficients, d(Z)] of new points.
Matrix affinity_products(const Spectral& place, const Model& model, Query& query) {
  if (!place.map.empty()) {
    query.evaluations += static_cast<std::uint64_t>(query.points.size() * place.map.landmarks.size());
    return query.precision == Precision::single_ ? feature_products<float>(place, query)
                                                 : feature_products<double>(place, query);
  }
  const Matrix& C = place.coefficients;
  Matrix W(C.rows(), C.cols() + 1);
  W << C, Vector::Ones(C.rows());
  return kernel_products(query, W, {false, options_of(model)->neighbors}).KW;
}

}  // namespace

// Coordinates by eigenvectors, then distances to the prototypes among them.
Nearness measure(const Spectral& place, const Model& model, Query& query) {
  const Matrix Y = new_spectral_features(options_of(model)->variant, affinity_products(place, model, query));
  Nearness out{Matrix(Y.rows(), model.clusters()), Y.rowwise().squaredNorm()};
  for (Index j = 0; j < model.clusters(); ++j)
    out.D2.col(j) = (Y.rowwise() - place.prototypes.row(j)).rowwise().squaredNorm();
  return out;
}

// The refinement may have moved training points to other clusters than their nearest.
Assignment assign(const Spectral& kind, const Model& model, Query& query) {
  Nearness near = measure(kind, model, query);
  Labels labels = labels_of(model.method, near.D2, near.self, prototype_norms(model), near.epsilon);
  keep_known_labels(model, query, labels);
  Assignment out = with_labels(model, std::move(labels), query.what);
  if (query.what.distances) out.distances = distances_of(near, model.columns);
  if (query.what.outlier_scores) no_outlier_scores();
  return out;
}

void pack(const Spectral& kind, io::Archive& archive) {
  archive.put("prototypes", kind.prototypes);
  archive.put("centre", Vector(Vector::Zero(kind.prototypes.cols())));
  archive.put("spectral", kind.coefficients);
  if (!kind.map.empty()) pack_map(kind.map, archive);
}

Spectral read(of<Spectral>, const Source& source) {
  const io::Archive& archive = source.archive;
  return {archive.get<Matrix>("spectral"), read_map(archive), archive.get<Matrix>("prototypes")};
}

bool fits(const Spectral& kind, const Model& model) {
  const mercer::Spectral* options = options_of(model);
  const Index n = objects(model), k = model.clusters();
  if (!options || !shaped(kind.prototypes, k, k)) return false;
  if (!kind.map.empty())
    return map_fits(kind.map, model) && kind.map.projection.size() == 0 &&
           shaped(kind.coefficients, kind.map.rank(), k + 1) &&
           (points_of(model.known).size() == 0 || labels_fit(model, n));
  return n > 0 && options->neighbors < std::max<Index>(n, 1) && labels_fit(model, n) &&
         shaped(kind.coefficients, n, k);
}

}  // namespace mercer::kinds
