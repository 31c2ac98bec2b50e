#include "model/assign.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "beyond/spectral.hpp"
#include "core/parallel.hpp"
#include "data/finite.hpp"
#include "data/kind.hpp"
#include "embed/feature_map.hpp"
#include "gram/given.hpp"
#include "gram/point_gram.hpp"
#include "kernels/functions.hpp"
#include "model/geodesic.hpp"
#include "model/products.hpp"
#include "rules/nearest.hpp"
#include "rules/traits.hpp"
#include "space/feature_space.hpp"
#include "space/preimage_space.hpp"

namespace mercer {
namespace {

bool has_preimages(const Model& model) {
  return prototypes_in_input(model.method) && std::holds_alternative<Gaussian>(model.kernel);
}

// Prototypes that are vectors; distances are formed about the centre of the training data, as in the fit.
Assignment to_vectors(const Model& model, const Data& points) {
  Assignment out{Matrix(points.size(), model.clusters()), Vector(points.size()), true,
                 std::numeric_limits<double>::epsilon()};
  parallel_points(points.size(), model.prototypes.size(), [&](Index begin, Index end) {
    Matrix D2;
    Vector self;
    distances_to_vectors(points, {begin, end}, model.centre, model.prototypes, D2, self);
    if (has_preimages(model)) gaussian_distances(gamma_of(std::get<Gaussian>(model.kernel)), D2);
    out.D2.middleRows(begin, end - begin) = D2;
    out.self.segment(begin, end - begin) = self;
  });
  return out;
}

// D2(i,j) = k(z,z) - 2 (k(Z,X) W)_ij / mass_j + norm_j / mass_j^2
Assignment in_feature_space(const Model& model, Matrix KW, Vector self, double epsilon) {
  const Vector norms = prototype_norms(model);
  Assignment out{std::move(KW), std::move(self), true, epsilon};
  for (Index j = 0; j < model.clusters(); ++j)
    out.D2.col(j) = (out.self - (2 / model.mass[j]) * out.D2.col(j)).array() + norms[j];
  return out;
}

Assignment by_points(const Model& model, const Data& points) {
  Matrix KW;
  Vector self;
  const double epsilon = kernel_products(known_points_of(model), points, coefficients_of(model), KW, self);
  return in_feature_space(model, std::move(KW), std::move(self), epsilon);
}

Vector last_column(const Data& data) {
  return data.visit([&]<class V>(const V& v) -> Vector {
    Vector last(data.size());
    for (Index i = 0; i < last.size(); ++i) {
      if constexpr (std::is_same_v<V, SparseMatrix>)
        last[i] = v.coeff(i, v.cols() - 1);
      else
        last[i] = static_cast<double>(v.row(i)[v.columns - 1]);
    }
    return last;
  });
}

// k(z, z) of rows of similarities: the last column, where there is one too many; zero when it is not known.
struct Self {
  Vector values;
  bool known = true;
};
Self self_of(const Model& model, const Data& points) {
  if (points.dimensions() == model.columns + 1) return {last_column(points)};
  if (std::isfinite(model.self)) return {Vector::Constant(points.size(), model.self)};
  return {Vector::Zero(points.size()), false};
}

Assignment by_similarities(const Model& model, const Data& points) {
  Matrix KW;
  given_cross(points, model.kernel, coefficients_of(model), KW);
  Self self = self_of(model, points);
  Assignment out =
      in_feature_space(model, std::move(KW), std::move(self.values), std::numeric_limits<double>::epsilon());
  out.self_known = self.known;
  return out;
}

// Components first: y = k(x, points) projection - shift; then distances among them.
Assignment by_projection(const Model& model, const Data& points) {
  KnownPoints known = known_points_of(model);
  known.precision = Precision::double_;
  Matrix Y;
  Vector self;
  kernel_products(known, points, model.projection, Y, self);
  Y.rowwise() -= model.shift.transpose();
  return to_vectors(model, Data(std::move(Y)));
}

// Features first, some points at a time, and then as in the fit, bit for bit.
template <class T>
Assignment by_features(const Model& model, const Kernel& kernel, const Data& points, const Self& self) {
  constexpr Index together = 16384;
  const Index n = points.size();
  const Prototypes prototypes{model.prototypes, Vector::Ones(model.clusters()), prototype_norms(model)};
  Assignment out{Matrix(n, model.clusters()), Vector(n), self.known,
                 static_cast<double>(std::numeric_limits<T>::epsilon()), Vector(n)};
  for (Index begin = 0; begin < n; begin += together) {
    const Index count = std::min(together, n - begin);
    auto features = embed<T>(model.map, kernel, points, begin, begin + count, self.values);
    out.residual.segment(begin, count) = features.residual;
    const FeatureSpace<T> space(std::move(features.values));
    out.D2.middleRows(begin, count) = all_distances(space, prototypes);
    out.self.segment(begin, count) = space.self();
  }
  return out;
}
Assignment by_features(const Model& model, const Kernel& kernel, const Data& points, const Self& self) {
  return model.precision == Precision::single_ ? by_features<float>(model, kernel, points, self)
                                               : by_features<double>(model, kernel, points, self);
}
// z(x) coefficients of points with features, which are about their mean
template <class T>
Matrix feature_products(const Model& model, const Data& points) {
  constexpr Index together = 16384;
  const Vector self = is_precomputed(model.kernel) ? self_of(model, points).values : Vector();
  const Matrix& C = model.spectral->coefficients;
  Matrix products(points.size(), C.cols());
  for (Index begin = 0; begin < points.size(); begin += together) {
    const Index count = std::min(together, points.size() - begin);
    const auto features = embed<T>(model.map, model.kernel, points, begin, begin + count, self);
    products.middleRows(begin, count) = features.values.template cast<double>() * C;
  }
  products.rowwise() += (model.map.mean.transpose() * C).eval();
  return products;
}

// [a(Z, X) coefficients, d(Z)] of new points.
Matrix affinity_products(const Model& model, const Data& points) {
  if (!model.map.empty()) {
    const Data known = model.map.landmarks.size() > 0 ? same_kind(points, model.map.landmarks) : points;
    return model.precision == Precision::single_ ? feature_products<float>(model, known)
                                                 : feature_products<double>(model, known);
  }
  const Matrix& C = model.spectral->coefficients;
  Matrix W(C.rows(), C.cols() + 1), products;
  W << C, Vector::Ones(C.rows());
  Vector self;
  const Index neighbors = std::get<Spectral>(model.method).neighbors;
  kernel_products(known_points_of(model, false, neighbors), points, W, products, self);
  return products;
}

// Coordinates by eigenvectors, then distances to the prototypes among them.
Assignment by_spectrum(const Model& model, const Data& points) {
  const Matrix Y =
      new_spectral_features(std::get<Spectral>(model.method).variant, affinity_products(model, points));
  Assignment out{Matrix(Y.rows(), model.clusters()), Y.rowwise().squaredNorm(), true,
                 std::numeric_limits<double>::epsilon()};
  for (Index j = 0; j < model.clusters(); ++j)
    out.D2.col(j) = (Y.rowwise() - model.prototypes.row(j)).rowwise().squaredNorm();
  return out;
}

Assignment by_features(const Model& model, const Data& points) {
  const bool landmarks = model.map.landmarks.size() > 0;
  return by_features(model, model.kernel, landmarks ? same_kind(points, model.map.landmarks) : points,
                     is_precomputed(model.kernel) ? self_of(model, points) : Self{});
}

// The graph turns new points into similarities to the training points, or to the landmarks.
Assignment by_geodesics(const Model& model, const Data& points) {
  if (!model.map.empty()) {
    LandmarkKernel rows = geodesic_rows(model, points);
    return by_features(model, Precomputed{}, std::move(rows.K), {std::move(rows.self)});
  }
  return by_points(model, points);
}

}  // namespace

Vector prototype_norms(const Model& model) { return model.norm.array() / model.mass.array().square(); }

Matrix coefficients_of(const Model& model) {
  if (model.coefficients.size() > 0) return model.coefficients;
  const auto n = static_cast<Index>(model.labels.size());
  Matrix W = Matrix::Zero(n, model.clusters());
  for (Index i = 0; i < n; ++i)
    if (model.labels[static_cast<std::size_t>(i)] >= 0)
      W(i, model.labels[static_cast<std::size_t>(i)]) = model.weights.size() > 0 ? model.weights[i] : 1.0;
  return W;
}

double constant_self(const Vector& self) {
  const bool constant = (self.array() - self[0]).abs().maxCoeff() <= 1e-9 * std::abs(self[0]);
  return constant ? self[0] : std::nan("");
}

Data known_points(const Model& model, const Data& points) {
  if (std::holds_alternative<Diffusion>(model.kernel))
    throw Error(
        Fault::usage,
        "the diffusion kernel knows the vertices of its graph alone, since a new one would change it; "
        "fit the whole graph again");
  const Index extra = std::holds_alternative<Precomputed>(model.kernel) ? 1 : 0;
  if (points.dimensions() != model.columns && points.dimensions() != model.columns + extra)
    throw Error(Fault::data,
                fmt::format("the points have {} columns but the model was fitted on {}; give the same "
                            "columns (`columns`, `drop`)",
                            points.dimensions(), model.columns));
  check_finite(points);
  return model.standardizer.apply(points);
}

Assignment assign(const Model& model, const Data& points) {
  return assign_known(model, known_points(model, points));
}

Assignment assign_known(const Model& model, const Data& scaled) {
  if (model.projection.size() > 0) return by_projection(model, scaled);
  if (model.spectral) return by_spectrum(model, scaled);
  if (model.geodesic) return by_geodesics(model, scaled);
  if (!model.map.empty()) return by_features(model, scaled);
  if (!model.tree.empty()) return by_points(model, scaled);
  if (model.prototypes.rows() > 0) return to_vectors(model, scaled);
  if (is_precomputed(model.kernel)) return by_similarities(model, scaled);
  return by_points(model, scaled);
}

void require_self(const Assignment& assignment, Index columns) {
  if (!assignment.self_known)
    throw Error(Fault::data,
                fmt::format("distances need k(z, z) of each new point: give it as column {} behind the {} "
                            "similarities",
                            columns + 1, columns));
}

void keep_known_labels(const Model& model, const Data& points, Labels& labels) {
  const std::vector<Index> known = find_known(model.points, model.standardizer.apply(points));
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i] >= 0) labels[i] = model.labels[static_cast<std::size_t>(known[i])];
}

Labels nearest_labels(const Matrix& D2, const Vector& self, const Vector& prototype_norms, double epsilon) {
  Labels labels(static_cast<std::size_t>(D2.rows()));
  for (Index i = 0; i < D2.rows(); ++i)
    labels[static_cast<std::size_t>(i)] = static_cast<int>(nearest(
        D2.row(i), self[i], [&](Index j) { return prototype_norms[j]; }, epsilon));
  return labels;
}

Labels labels_of(const Method& method, Matrix D2, const Vector& self, Vector prototype_norms,
                 double epsilon) {
  // The largest typicality is the least d2 / eta.
  if (const auto* rule = std::get_if<Possibilistic>(&method)) {
    const Eigen::Map<const Vector> eta(rule->scales.data(), D2.cols());
    D2.array().rowwise() /= eta.transpose().array();
    prototype_norms.array() /= eta.array();
    return nearest_labels(D2, self / eta.minCoeff(), prototype_norms, epsilon);
  }
  return nearest_labels(D2, self, prototype_norms, epsilon);
}

bool needs_distances(const Method& method) {
  return std::visit(
      []<class M>(const M&) {
        if constexpr (is_rule<M>)
          return is_absolute<M>();
        else
          return false;
      },
      method);
}

Vector outlier_scores_of(const Matrix& typicalities) {
  return (1 - typicalities.rowwise().maxCoeff().array()).matrix();
}

Matrix memberships_of(const Method& method, const Matrix& D2) {
  Matrix W(D2.rows(), D2.cols());
  std::visit(
      [&]<class M>(const M& given) {
        if constexpr (is_rule<M>) {
          const auto rule = settled(given);
          const auto k = static_cast<std::size_t>(D2.cols());
          parallel_points(D2.rows(), 8 * D2.cols(), [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i)
              memberships(rule, std::span<const double>(D2.row(i).data(), k),
                          std::span<double>(W.row(i).data(), k));
          });
        }
      },
      method);
  return W;
}

}  // namespace mercer
