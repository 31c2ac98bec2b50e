#include "mercer/blocks.hpp"

#include <fmt/format.h>

#include "core/nearest.hpp"
#include "core/parallel.hpp"
#include "embed/feature_map.hpp"
#include "kernels/points.hpp"
#include "model/assign.hpp"
#include "model/kinds/feature_map.hpp"

namespace mercer {
namespace {

constexpr Index tile_rows = 1024;  // whose sums are formed together
constexpr Index tiles_held = 64;   // so many sums are held at once, and then added in their order

[[noreturn]] void no_vectors(const Model& model) {
  throw Error(
      Fault::usage,
      fmt::format(
          "a model of method {} under kernel {} has no prototypes that are means of vectors, so it "
          "can't go on block by block; use method kmeans without a kernel, or with `approx = nystrom` "
          "or `approx = rff`",
          format_choice(model.method), format_choice(model.kernel)));
}

// f(kind) for kinds with such prototypes.
template <class M, class F>
auto with_means(M& model, F&& f) {
  if (std::holds_alternative<Hard>(model.method)) {
    if (auto* vectors = std::get_if<kinds::Vectors>(&model.kind)) return f(*vectors);
    if (auto* features = std::get_if<kinds::Features>(&model.kind))
      if (features->map.projection.size() == 0) return f(*features);
  }
  no_vectors(model);
}

// Points as vectors, and what of their squared distances these miss.
struct Tile {
  Matrix vectors;
  Vector residual;
};

Tile tile_of(const kinds::Vectors& place, const Query& query, Index begin, Index end) {
  Matrix rows(end - begin, place.centre.size());
  query.points.visit([&]<class V>(const V& v) {
    for (Index i = begin; i < end; ++i)
      if constexpr (std::is_same_v<V, SparseMatrix>)
        rows.row(i - begin) = v.row(i);
      else
        for (Index c = 0; c < rows.cols(); ++c) rows(i - begin, c) = static_cast<double>(v.row(i)[c]);
  });
  rows.rowwise() -= place.centre.transpose();
  return {std::move(rows), Vector::Zero(end - begin)};
}

// (Of a given matrix k(x, x) is not known, and what is missed neither.)
template <class T>
Tile features_of(const kinds::Features& place, const Query& query, Index begin, Index end) {
  const Vector self = is_precomputed(query.kernel) ? Vector(Vector::Zero(query.points.size())) : Vector();
  Features<T> found = embed<T>(place.map, query.kernel, query.points, begin, end, self);
  return {found.values.template cast<double>(), std::move(found.residual)};
}

Tile tile_of(const kinds::Features& place, const Query& query, Index begin, Index end) {
  return query.precision == Precision::single_ ? features_of<float>(place, query, begin, end)
                                               : features_of<double>(place, query, begin, end);
}

Query ready(const kinds::Vectors&, const Model& model, const Data& points) { return query_of(model, points); }
Query ready(const kinds::Features& place, const Model& model, const Data& points) {
  Query query = query_of(model, points);
  query.points = kinds::as_landmarks(place.map, query.points);
  return query;
}

double epsilon_of(const kinds::Vectors&, const Model&) { return std::numeric_limits<double>::epsilon(); }
double epsilon_of(const kinds::Features&, const Model& model) {
  return model.precision == Precision::single_ ? std::numeric_limits<float>::epsilon()
                                               : std::numeric_limits<double>::epsilon();
}

// A tile's points go to their nearest prototypes: d2 = |z|^2 - 2 z.v + |v|^2
void add_tile(const Tile& tile, const Matrix& V, const Vector& norms, double epsilon, const double* weights,
              int* labels, ClusterSums& out) {
  out.sums = Matrix::Zero(V.rows(), V.cols());
  out.mass = Vector::Zero(V.rows());
  const Vector self = tile.vectors.rowwise().squaredNorm();
  Matrix D2 = -2 * tile.vectors * V.transpose();
  D2.rowwise() += norms.transpose();
  for (Index i = 0; i < D2.rows(); ++i) {
    const auto row = D2.row(i);
    const Index j = nearest(
        row, self[i], [&](Index p) { return norms[p]; }, epsilon);
    const double w = weights ? weights[i] : 1;
    labels[i] = static_cast<int>(j);
    out.sums.row(j) += w * tile.vectors.row(i);
    out.mass[j] += w;
    out.objective += w * std::max(0.0, self[i] + row[j] + tile.residual[i]);
  }
}

template <class Kind>
ClusterSums sums_of(const Kind& kind, const Model& model, const Data& block, const Vector& weights) {
  if (is_precomputed(model.kernel)) no_vectors(model);
  const Query query = ready(kind, model, block);
  const Index n = block.size();
  if (weights.size() > 0 && weights.size() != n)
    throw Error(Fault::usage,
                fmt::format("{} weights were given for a block of {} points", weights.size(), n));
  const Matrix& V = kind.prototypes;
  const Vector norms = V.rowwise().squaredNorm();
  const double epsilon = epsilon_of(kind, model);
  ClusterSums out{Labels(static_cast<std::size_t>(n)), Matrix::Zero(V.rows(), V.cols()),
                  Vector::Zero(V.rows())};
  for (Index first = 0; first < n; first += tile_rows * tiles_held) {
    const Index rows = std::min(n - first, tile_rows * tiles_held);
    std::vector<ClusterSums> parts(static_cast<std::size_t>((rows + tile_rows - 1) / tile_rows));
    parallel_rows(rows, tile_rows, [&](Index begin, Index end) {
      add_tile(tile_of(kind, query, first + begin, first + end), V, norms, epsilon,
               weights.size() > 0 ? weights.data() + first + begin : nullptr,
               out.labels.data() + first + begin, parts[static_cast<std::size_t>(begin / tile_rows)]);
    });
    for (const ClusterSums& part : parts) {
      out.sums += part.sums;
      out.mass += part.mass;
      out.objective += part.objective;
    }
  }
  return out;
}

}  // namespace

ClusterSums block_sums(const Model& model, const Data& block, const Vector& weights, int threads) {
  const ThreadScope scope(threads);
  return with_means(model, [&](const auto& kind) { return sums_of(kind, model, block, weights); });
}

Matrix block_vectors(const Model& model, const Data& points, int threads) {
  const ThreadScope scope(threads);
  return with_means(model, [&](const auto& kind) {
    const Query query = ready(kind, model, points);
    Matrix out(points.size(), kind.prototypes.cols());
    parallel_rows(points.size(), tile_rows, [&](Index begin, Index end) {
      out.middleRows(begin, end - begin) = tile_of(kind, query, begin, end).vectors;
    });
    return out;
  });
}

Matrix prototype_vectors(const Model& model) {
  return with_means(model, [](const auto& kind) { return Matrix(kind.prototypes); });
}

Model with_prototypes(Model model, Matrix vectors, Vector mass) {
  with_means(model, [&](auto& kind) {
    if (vectors.cols() != kind.prototypes.cols() || vectors.rows() != mass.size() || mass.size() == 0)
      throw Error(Fault::usage,
                  fmt::format("prototypes of {} x {} numbers and {} masses don't fit vectors of length {}",
                              vectors.rows(), vectors.cols(), mass.size(), kind.prototypes.cols()));
    if (!vectors.allFinite() || !mass.allFinite() || mass.minCoeff() <= 0)
      throw Error(Fault::data, "a prototype is not finite or has no points; use fewer clusters");
    model.norm = vectors.rowwise().squaredNorm().cwiseProduct(mass.cwiseAbs2());
    kind.prototypes = std::move(vectors);
  });
  model.mass = std::move(mass);
  model.labels.clear();  // of points that are no longer those of the fit
  return model;
}

}  // namespace mercer
