// K spheres through the front door: restarts, of which the one that covers most is kept.
#include "beyond/k_spheres.hpp"

#include <cmath>
#include <set>

#include "front/sphere_run.hpp"
#include "init/init.hpp"

namespace mercer {
namespace {

// Seeds by k-means++ as centres; any other start gives labels, and the spheres begin around their clusters.
std::vector<SpheresFit> fit_starts(Run& run, const KSpheresOptions& options) {
  const Options& o = run.options;
  const Gram& gram = *run.built.gram;
  std::vector<SpheresFit> fits;
  for (Index first = 0; first < run.restarts() && (first == 0 || !run.stopped());
       first += run.plan.together) {
    if (std::holds_alternative<KernelPlusPlus>(o.init)) {
      const HardOptions hard{o.clusters, o.max_iterations, false, run.weights, o.control};
      const Index count = std::min(run.plan.together, run.restarts() - first);
      const InitContext context{run.space(), nullptr, hard, first, count, o.seed, o.labels};
      for (const auto& seeds : plus_plus_seeds(context, o.clusters))
        fits.push_back(fit_spheres(gram, seeds, options));
    } else {
      for (Labels& labels : run.starts(first))
        fits.push_back(fit_spheres(gram, std::move(labels), o.clusters, options));
    }
  }
  return fits;
}

// The distance of the farthest core point of each sphere: its radius, squared.
std::vector<double> radii(const SpheresFit& fit, Index clusters) {
  std::vector<double> all(static_cast<std::size_t>(clusters), 0.0);
  for (std::size_t i = 0; i < fit.labels.size(); ++i)
    if (fit.core[i]) {
      double& radius = all[static_cast<std::size_t>(fit.labels[i])];
      const double d2 = fit.distances2(static_cast<Index>(i), fit.labels[i]);
      radius = std::max(radius, std::sqrt(std::max(0.0, d2)));
    }
  return all;
}

void warn_about(Run& run, const SpheresFit& best, double rho) {
  if (best.cycles)
    run.warn("the spheres do not converge: the same sets of points come back",
             "the last ones are kept; change rho or the start");
  const std::set<int> used(best.labels.begin(), best.labels.end());
  if (static_cast<Index>(used.size()) < run.options.clusters)
    run.warn(fmt::format("only {} of {} spheres have points", used.size(), run.options.clusters),
             "ask for fewer clusters, or change rho");
  if (2 * best.covered < run.data.size())
    run.warn(fmt::format("rho = {:g} covers {} of {} points: the others are ignored", rho, best.covered,
                         run.data.size()),
             "raise rho");
}

}  // namespace

template <>
struct Front<KSpheres> {
  static Needs needs(const KSpheres&) { return {.base = Base::gram, .weights = false, .passes = 20}; }
  static void settle(KSpheres&, Options& o) {
    if (is_none(o.kernel)) o.kernel = Linear{};
  }
  static void check(const KSpheres&, const Shape&, const Options&) {}
  // Centres and distances of all starts. The kernel matrix of the points of one sphere, and some of its rows
  // once more: how many points that are is not known; alike ones would have n / K.
  static Memory bytes(const KSpheres&, const Extent& e) {
    const std::uint64_t own = e.points() / e.clusters();
    const auto starts = static_cast<std::uint64_t>(e.options.restarts);
    return {.beside = (16 * starts + 16) * e.points() * e.clusters(), .at_will = 8 * own * own};
  }
  static Shows shows(const KSpheres&, const Options&) { return {.outlier_scores = true}; }

  static void run(Run& run, KSpheres method) {
    Result& r = run.result;
    r.model.method = method;
    std::vector<SpheresFit> fits =
        fit_starts(run, {method.rho, run.options.max_iterations, run.plan.room, run.options.control});
    std::size_t best_at = 0;
    for (std::size_t f = 1; f < fits.size(); ++f)
      if (covers_better(fits[f], fits[best_at])) best_at = f;
    SpheresFit& best = fits[best_at];
    if (!std::isfinite(best.objective)) no_result(run);
    r.restarts = static_cast<Index>(fits.size());
    r.labels = best.labels;
    r.objective = best.objective;
    r.iterations = best.iterations;
    r.converged = best.converged || best.cycles;
    r.outlier_scores = best.distances2.rowwise().minCoeff().array() - method.rho * method.rho;
    run.find("covered", {static_cast<double>(best.covered)}, "points nearer to a centre than rho");
    run.find("radii", radii(best, run.options.clusters), "distance of the farthest of them from each centre");
    warn_about(run, best, method.rho);
    r.model.mass = Vector::Ones(run.options.clusters);
    r.model.norm = best.norm;
    r.model.labels = r.labels;
    r.model.kind = kinds::Spheres{std::move(best.beta),
                                  Vector::Constant(run.options.clusters, method.rho * method.rho), 0, false};
  }
};
template const MethodDoor& door_of<KSpheres>();

}  // namespace mercer
