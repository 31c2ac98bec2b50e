// Gaussian mixtures through the front door: k-means gives the starts, EM the shapes.
#include "beyond/mixture_kinds.hpp"

#include <fmt/format.h>

#include <cmath>

#include "front/soft_run.hpp"
#include "space/vector_space.hpp"

namespace mercer {
namespace {

// Where EM begins: the starts, each followed to the k-means it leads to; labels that are given are left
// alone.
std::vector<Labels> em_starts(const Run& run, Index first) {
  std::vector<Labels> starts = run.starts(first);
  if (std::holds_alternative<GivenLabels>(run.options.init)) return starts;
  const HardOptions hard{run.options.clusters, run.options.max_iterations, false, run.weights,
                         run.options.control};
  HardState state = assemble(run.space(), std::move(starts), hard);
  lloyd(run.space(), state, hard);
  std::vector<Labels> labels;
  for (HardStart& start : state.starts) labels.push_back(std::move(start.labels));
  return labels;
}

MixtureOptions em_options(const Run& run, const Mixture& method) {
  const Options& o = run.options;
  return {o.clusters,       method.covariance, method.tails, method.prior,
          o.max_iterations, method.tolerance,  run.weights,  o.control};
}

// Shapes and tails that are to be found: those that held-out points find likeliest, from the first start.
Mixture settled(const Run& run, const Matrix& X, Mixture method) {
  if (method.covariance != Covariance::automatic && method.tails != Tails::automatic) return method;
  MixtureOptions em = em_options(run, method);
  em.tolerance = std::max(em.tolerance, 1e-3);
  const MixtureKind kind = likeliest_kind(X, em_starts(run, 0).front(), em,
                                          kinds_of(method.covariance, method.tails), run.options.seed);
  method.covariance = kind.covariance;
  method.tails = kind.tails;
  return method;
}

MixtureFit best_fit(Run& run, const Matrix& X, const Mixture& method) {
  const MixtureOptions em = em_options(run, method);
  MixtureFit best;
  for (Index first = 0; first < run.restarts(); first += run.plan.together)
    for (const Labels& start : em_starts(run, first)) {
      if (run.stopped() && run.result.restarts > 0) return best;
      MixtureFit fit = fit_mixture(X, start, em);
      ++run.result.restarts;
      if (run.result.restarts == 1 || better(-fit.objective, -best.objective)) best = std::move(fit);
    }
  return best;
}

// Smaller is better: what the points gain by more components must exceed what their number costs.
void report(Run& run, const MixtureFit& fit, const Mixture& method, Index dimensions) {
  const double n = run.weights.sum();
  const auto parameters =
      static_cast<double>(parameters_of(method.covariance, run.options.clusters, dimensions));
  const double cost = parameters * std::log(n);
  run.find("log_likelihood", {fit.log_likelihood}, "of all points");
  run.find("bic", {cost - 2 * fit.log_likelihood},
           "smaller is better: compares numbers of clusters and shapes");
  run.find("icl", {cost - 2 * fit.classification},
           "as BIC, with every point assigned to its likeliest component");
}

}  // namespace

template <>
struct Front<Mixture> {
  static Needs needs(const Mixture&) {
    return {.base = Base::points, .without_kernel = "the components live in the input space"};
  }
  static void settle(Mixture&, Options&) {}
  static void check(const Mixture&, const Shape& shape, const Options& o) {
    if (!is_none(o.kernel)) refuse("method mixture has its shapes in the input space; leave `kernel` out");
    if (shape.sparse)
      refuse(
          "method mixture needs dense points: its shapes are matrices of all pairs of columns; embed the "
          "points first (`mercer::embed`)");
  }
  // The points once more, probabilities in two forms, shapes, and moments of as many blocks as are held at
  // once.
  static Memory bytes(const Mixture&, const Extent& e) {
    const std::uint64_t n = e.points(), d = e.columns(), k = e.clusters();
    return {.beside = 8 * (n * (d + 3 * k) + 70 * k * d * d)};
  }
  static Shows shows(const Mixture&, const Options&) { return {.outlier_scores = true}; }

  static void run(Run& run, Mixture method) {
    Result& r = run.result;
    Model& m = r.model;
    const Vector& centre = dynamic_cast<const VectorSpace&>(run.space()).centre();
    const Matrix X = run.data.dense().rowwise() - centre.transpose();
    const bool sought = method.covariance == Covariance::automatic || method.tails == Tails::automatic;
    method = settled(run, X, method);
    m.method = method;
    const MixtureFit fit = best_fit(run, X, method);
    const Matrix& means = fit.gaussians.means;
    m.kind = kinds::Mixture{{means, centre}, fit.gaussians.covariances};
    m.mass = fit.gaussians.weights * run.weights.sum();
    m.norm = means.rowwise().squaredNorm().cwiseProduct(m.mass.cwiseAbs2());
    // As the model will see them, to the last bit.
    const Gaussians kept{m.mass / m.mass.sum(), means, fit.gaussians.covariances, fit.gaussians.degrees};
    const Matrix L = log_joint(kept, X);
    r.labels = likeliest(kept, X);
    r.memberships = posteriors(L);
    r.outlier_scores = -log_density(L);
    r.objective = -fit.objective * run.weights.sum();
    for (const double step : fit.history) r.history.push_back(-step * run.weights.sum());
    r.iterations = fit.iterations;
    r.converged = fit.converged;
    report(run, fit, method, X.cols());
    if (sought)
      run.find("kind", {static_cast<double>(method.covariance), static_cast<double>(method.tails)},
               fmt::format("{} shapes, {} tails: the likeliest for held-out points",
                           grammar::format(method.covariance), grammar::format(method.tails)));
    warn_if_fewer(run, "lower `clusters`, or raise prior");
  }
};
template const MethodDoor& door_of<Mixture>();

}  // namespace mercer
