#include "ground/features.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/parallel.hpp"
#include "embed/landmarks.hpp"
#include "gram/diagonal.hpp"
#include "ground/geodesic.hpp"
#include "ground/ground.hpp"
#include "ground/vectors_on_device.hpp"
#include "space/feature_space.hpp"

namespace mercer {
namespace {

// Landmarks are dropped when less than this is left of them; float kernel values tell no finer.
double tolerance_of(Precision precision) { return precision == Precision::single_ ? 1e-5 : 1e-12; }

// |z|^2 can't exceed k(x, x) in a positive definite kernel.
void check_definite(const Vector& residual, const Vector& diagonal) {
  Index at = 0;
  if (residual.size() == 0 || residual.minCoeff(&at) >= -1e-6 * diagonal.cwiseAbs().maxCoeff()) return;
  throw Error(
      Fault::data,
      fmt::format("nystrom needs a positive definite kernel, and the given matrix is not (seen at point "
                  "{}); use `approx = minibatch`, or leave `approx` out",
                  at + 1));
}

// The features of the points as the choice of the landmarks left them, where the map says the same.
Features<float> left_features(MatrixOf<float> factor, const Vector& diagonal) {
  Features<float> out{std::move(factor), diagonal};
  parallel_points(out.values.rows(), out.values.cols(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      out.residual[i] -= out.values.row(i).template cast<double>().squaredNorm();
  });
  return out;
}

// A map, the features of all points, and how many kernel values these took.
template <class T>
struct Mapped {
  FeatureMap map = {};
  Features<T> features = {};
  std::uint64_t evaluations = 0;
};

// z = L^-1 k(landmarks, x) as a product with the kernel matrix of the landmarks, wherever that is computed.
template <class T>
Features<T> by_products(const FeatureMap& map, const Kernel& kernel, const Data& data, const Ask& ask) {
  const Alone alone;  // every rank needs all features
  const std::shared_ptr<Gram> gram = climb(map.landmarks, kernel, ask).gram;
  const Matrix W = map.factor.template triangularView<Eigen::Lower>()
                       .solve(Matrix(Matrix::Identity(map.rank(), map.rank())))
                       .transpose();
  Matrix Z;
  Vector self;
  gram->cross(data, W, Z, self);
  return {Z.template cast<T>(), self - Z.rowwise().squaredNorm()};
}

// The map of the landmarks that are chosen here; an empty one: stopped.
template <class T>
Mapped<T> make_nystrom(const Gram& gram, const Data& data, const Kernel& kernel, const Nystrom& choice,
                       const Vector& weights, const Ask& ask, const Vector& diagonal) {
  constexpr bool single = std::is_same_v<T, float>;
  MatrixOf<float> factor;
  const auto landmarks = choose_landmarks(gram, choice.landmarks.value(), choice.sampler, weights, ask.seed,
                                          ask.control, single ? &factor : nullptr);
  if (ask.control && ask.control->stop) return {};
  const double tolerance = tolerance_of(ask.precision);
  if constexpr (single)
    if (factor.size() > 0)
      if (FeatureMap map = ordered_nystrom_map(gram, data, kernel, landmarks, tolerance); !map.empty())
        return {std::move(map), left_features(std::move(factor), diagonal), 0};
  FeatureMap map = nystrom_map(gram, data, kernel, landmarks, tolerance);
  if (map.empty())
    throw Error(Fault::data, "the kernel is zero at every landmark; change the kernel or raise landmarks");
  Features<T> features = ask.device >= 0 ? by_products<T>(map, kernel, data, ask)
                                         : embed<T>(map, kernel, data, 0, data.size(), diagonal);
  const auto evaluations = static_cast<std::uint64_t>(data.size() * map.rank());
  return {std::move(map), std::move(features), evaluations};
}

template <class T>
void keep(Features<T> features, const Ask& ask, Embedded& out) {
  centre_features(out.map, features.values);
  out.residual = std::move(features.residual);
  if (ask.device < 0) {
    out.space = std::make_shared<FeatureSpace<T>>(std::move(features.values));
    return;
  }
  // The values stay where they are when the matrix moves.
  const Data view = Data::view(features.values.data(), features.values.rows(), features.values.cols());
  out.space =
      vectors_on_device<FeatureSpace<T>, T>(ask.device, view, false, out.device, std::move(features.values));
}

template <class T>
Embedded features_of(const Nystrom& choice, const Data& data, const Kernel& kernel, const Ask& ask,
                     const Vector& weights) {
  Ask products = ask;
  products.storage = Storage::tiled;
  products.use = Use::values;
  const std::shared_ptr<Gram> gram = climb(data, kernel, products).gram;
  const Vector diagonal = gram->diagonal();
  require_finite(diagonal);
  Embedded out;
  Mapped<T> mapped = make_nystrom<T>(*gram, data, kernel, choice, weights, products, diagonal);
  out.map = std::move(mapped.map);
  if (out.map.empty()) return out;
  if (is_precomputed(kernel)) check_definite(mapped.features.residual, diagonal);
  keep(std::move(mapped.features), ask, out);
  if (is_precomputed(kernel))
    out.diagonal = diagonal;
  else  // landmarks chosen, their own matrix, and every point against each
    out.evaluations = gram->evaluations() +
                      static_cast<std::uint64_t>(choice.landmarks.value() * choice.landmarks.value()) +
                      mapped.evaluations;
  // (tr K - |Z|_F^2) / tr K, points counted by their weights
  out.report = {
      format_choice(ask.approx), out.map.rank(),
      std::max(0.0, weights.dot(out.residual)) / weights.dot(diagonal),
      "share of tr K outside the landmarks' span; the exact objective of these clusters is lower by "
      "at most that share of tr K"};
  return out;
}

template <class T>
Embedded features_of(const RandomFeatures& choice, const Data& data, const Kernel& kernel, const Ask& ask,
                     const Vector&) {
  Embedded out;
  out.map = random_features(data, kernel, choice.features, ask.seed);
  const double error =
      kernel_error(out.map, data, kernel, ask.seed);  // of the features as they are, not centred
  keep(embed<T>(out.map, kernel, data, 0, data.size()), ask, out);
  out.report = {format_choice(ask.approx), out.map.rank(), error,
                "root mean square error of a kernel value, over pairs of a sample"};
  return out;
}

// The other approximations give points no features.
template <class T, class Choice>
Embedded features_of(const Choice&, const Data&, const Kernel&, const Ask& ask, const Vector&) {
  throw Error(Fault::failure, format_choice(ask.approx) + " gives points no features");
}

template <class T>
Embedded approximated(const Data& data, const Kernel& kernel, const Ask& ask, const Vector& weights) {
  return std::visit([&](const auto& choice) { return features_of<T>(choice, data, kernel, ask, weights); },
                    ask.approx);
}

}  // namespace

void stand_on_features(const Data& data, const Kernel& kernel, const Ask& ask, Ground& out) {
  const Vector weights = ask.weights ? *ask.weights : Vector::Ones(data.size());
  if (const auto* geodesic = std::get_if<Geodesic>(&kernel))
    out.embedded = embed_geodesic(data, *geodesic, ask, weights, out);
  else if (ask.precision == Precision::single_)
    out.embedded = approximated<float>(data, kernel, ask, weights);
  else
    out.embedded = approximated<double>(data, kernel, ask, weights);
}

}  // namespace mercer
