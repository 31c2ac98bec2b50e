#include "front/approximate.hpp"

#include <fmt/format.h>

#include <cmath>

#include "embed/landmarks.hpp"
#include "gram/given.hpp"
#include "gram/point_gram.hpp"
#include "kernels/resolve.hpp"
#include "space/feature_space.hpp"

namespace mercer {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw Error(Fault::usage, message); }

std::string kernel_name(const Kernel& kernel) {
  return std::visit([]<class K>(const K&) { return std::string(K::name); }, kernel);
}

void check(const Exact&, const Data&, const Options&) {}
void check(const AutoApprox&, const Data&, const Options&) {}

void require_feature_space(const std::string& name, const Options& o) {
  if (comes_whole(o.kernel))
    refuse(fmt::format(
        "{} can't be used with the {} kernel, whose matrix comes as a whole; leave --approx "
        "out{}",
        name, kernel_name(o.kernel),
        std::holds_alternative<Geodesic>(o.kernel) ? ", or name landmarks: geodesic:landmarks=1000" : ""));
  if (std::holds_alternative<NoKernel>(o.kernel))
    refuse(name + " approximates a kernel, and there is none; name one (--kernel) or leave --approx out");
  if (prototypes_in_input(o.method)) refuse("prototypes = input needs no approximation; leave --approx out");
  if (const auto* g = std::get_if<Gaussian>(&o.kernel); g && g->local)
    refuse(name +
           " can't be used with gaussian:local, whose widths need all training points; use gaussian "
           "with one width, or leave --approx out");
}

void check(const Nystrom& choice, const Data& data, const Options& o) {
  require_feature_space("nystrom", o);
  if (std::holds_alternative<Dissimilarity>(o.kernel))
    refuse(
        "nystrom needs a positive definite kernel, and -d^power / 2 is only conditionally so; give a kernel "
        "matrix (--kernel precomputed), use --approx minibatch, or leave --approx out");
  if (!std::holds_alternative<Precomputed>(o.kernel))
    if (const std::string why = indefinite_because(o.kernel); !why.empty())
      refuse("nystrom needs a positive definite kernel, and " + why +
             "; use --approx minibatch, or leave --approx out");
  if (!choice.landmarks) return;
  if (*choice.landmarks < 1)
    refuse(fmt::format("nystrom: landmarks = {} must be at least 1", *choice.landmarks));
  if (*choice.landmarks > data.size())
    refuse(fmt::format("nystrom: landmarks = {} exceeds {} points; lower landmarks", *choice.landmarks,
                       data.size()));
}

void check(const RandomFeatures& choice, const Data&, const Options& o) {
  require_feature_space("rff", o);
  if (!has_random_features(o.kernel))
    refuse(fmt::format("rff works with the kernels gaussian and laplacian, not with {}; use --approx nystrom",
                       kernel_name(o.kernel)));
  if (choice.features < 1) refuse(fmt::format("rff: features = {} must be at least 1", choice.features));
}

void check(const MiniBatch& choice, const Data&, const Options& o) {
  require_feature_space("minibatch", o);
  if (!std::holds_alternative<Hard>(o.method))
    refuse("minibatch works with method kmeans; use --approx nystrom for soft methods");
  if (!std::holds_alternative<NoSearch>(o.search))
    refuse("minibatch takes no search, which needs all points at every step; leave --search out");
  if (!starts_on_a_sample(o.init))
    refuse(fmt::format("minibatch can't start from init = {}, which is about all points; use kernel++",
                       format_choice(o.init)));
  const auto at_least_one = [](const char* key, std::int64_t value) {
    if (value < 1) refuse(fmt::format("minibatch: {} = {} must be at least 1", key, value));
  };
  at_least_one("size", choice.size);
  at_least_one("window", choice.window.value_or(1));
  at_least_one("batches", choice.batches);
  if (choice.size < o.clusters)
    refuse(fmt::format("minibatch: size = {} is less than the {} clusters; raise size", choice.size,
                       o.clusters));
  if (!(choice.tolerance >= 0))
    refuse(fmt::format("minibatch: tolerance = {} must be 0 or more", choice.tolerance));
}

// Landmarks are dropped when less than this is left of them; float kernel values tell no finer.
double tolerance_of(Precision precision) { return precision == Precision::single_ ? 1e-5 : 1e-12; }

void check_diagonal(const Vector& diagonal) {
  for (Index i = 0; i < diagonal.size(); ++i)
    if (!std::isfinite(diagonal[i]))
      throw Error(Fault::data, fmt::format("the kernel of point {} with itself is {}; scale the data down "
                                           "(--standardize) or lower the degree",
                                           i + 1, diagonal[i]));
}

// |z|^2 can't exceed k(x, x) in a positive definite kernel.
void check_definite(const Vector& residual, const Vector& diagonal) {
  Index at = 0;
  if (residual.size() == 0 || residual.minCoeff(&at) >= -1e-6 * diagonal.cwiseAbs().maxCoeff()) return;
  throw Error(
      Fault::data,
      fmt::format("nystrom needs a positive definite kernel, and the given matrix is not (seen at point "
                  "{}); use --approx minibatch, or leave --approx out",
                  at + 1));
}

FeatureMap make_nystrom(const Gram& gram, const Data& data, const Kernel& kernel, const Nystrom& choice,
                        const Vector& weights, std::uint64_t seed, Precision precision, Control* control) {
  const auto landmarks =
      choose_landmarks(gram, choice.landmarks.value(), choice.sampler, weights, seed, control);
  if (control && control->stop) return {};
  FeatureMap map = nystrom_map(gram, data, kernel, landmarks, tolerance_of(precision));
  if (map.empty())
    throw Error(Fault::data, "the kernel is zero at every landmark; change the kernel or raise landmarks");
  return map;
}

template <class T>
void keep(Features<T> features, Embedded& out) {
  centre_features(out.map, features.values);
  out.residual = std::move(features.residual);
  out.space = std::make_shared<FeatureSpace<T>>(std::move(features.values));
}

template <class T>
Embedded by_nystrom(const Data& data, const Kernel& kernel, const Plan& plan, const Vector& weights,
                    std::uint64_t seed, Control* control) {
  std::shared_ptr<Gram> gram;
  if (is_precomputed(kernel))
    gram = given_gram(data, kernel);
  else
    gram = std::make_shared<PointGram<T>>(std::make_shared<const KernelTiles<T>>(data, kernel, false));
  const Vector diagonal = gram->diagonal();
  check_diagonal(diagonal);
  Embedded out;
  const auto& choice = std::get<Nystrom>(plan.approx);
  out.map = make_nystrom(*gram, data, kernel, choice, weights, seed, plan.precision, control);
  if (out.map.empty()) return out;
  auto features = embed<T>(out.map, kernel, data, 0, data.size(), diagonal);
  if (is_precomputed(kernel)) check_definite(features.residual, diagonal);
  keep(std::move(features), out);
  if (is_precomputed(kernel))
    out.diagonal = diagonal;
  else  // landmarks chosen, their own matrix, and every point against each
    out.evaluations = gram->evaluations() +
                      static_cast<std::uint64_t>(choice.landmarks.value() * choice.landmarks.value()) +
                      static_cast<std::uint64_t>(data.size() * out.map.rank());
  // (tr K - |Z|_F^2) / tr K, points counted by their weights
  out.report = {
      format_choice(plan.approx), out.map.rank(),
      std::max(0.0, weights.dot(out.residual)) / weights.dot(diagonal),
      "share of tr K outside the landmarks' span; the exact objective of these clusters is lower by "
      "at most that share of tr K"};
  return out;
}

template <class T>
Embedded by_random_features(const Data& data, const Kernel& kernel, const Plan& plan, std::uint64_t seed) {
  Embedded out;
  out.map = random_features(data, kernel, std::get<RandomFeatures>(plan.approx).features, seed);
  const double error = kernel_error(out.map, data, kernel, seed);  // of the features as they are, not centred
  auto features = embed<T>(out.map, kernel, data, 0, data.size());
  keep(std::move(features), out);
  out.report = {format_choice(plan.approx), out.map.rank(), error,
                "root mean square error of a kernel value, over pairs of a sample"};
  return out;
}

template <class T>
Embedded embedded(const Data& data, const Kernel& kernel, const Plan& plan, const Vector& weights,
                  std::uint64_t seed, Control* control) {
  return std::holds_alternative<Nystrom>(plan.approx)
             ? by_nystrom<T>(data, kernel, plan, weights, seed, control)
             : by_random_features<T>(data, kernel, plan, seed);
}

}  // namespace

bool starts_on_a_sample(const Init& init) {
  return !std::holds_alternative<Singleton>(init) && !std::holds_alternative<GivenLabels>(init);
}

void check_approx(const Data& data, const Options& o) {
  std::visit([&](const auto& choice) { check(choice, data, o); }, o.approx);
}

Embedded embed_training(const Data& data, const Kernel& kernel, const Plan& plan, const Vector& weights,
                        std::uint64_t seed, Control* control) {
  return plan.precision == Precision::single_ ? embedded<float>(data, kernel, plan, weights, seed, control)
                                              : embedded<double>(data, kernel, plan, weights, seed, control);
}

}  // namespace mercer
