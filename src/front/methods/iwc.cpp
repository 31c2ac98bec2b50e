// Inverse weighted clustering: an exponent that rises, and k-means at the end.
#include "engine/inverse_weighted.hpp"
#include "front/hard_run.hpp"
#include "front/soft_run.hpp"
#include "model/assign.hpp"

namespace mercer {
namespace {

struct Best {
  InverseWeightedFit soft;
  HardStart hard;  // polished
  double objective = std::numeric_limits<double>::infinity();
};

// Random weights, as the method is meant to start; prototypes of any other initialisation are drawn together
// first.
bool starts_at_random(const Init& init) {
  return std::holds_alternative<KernelPlusPlus>(init) || std::holds_alternative<RandomPartition>(init) ||
         std::holds_alternative<InverseWeightedStart>(init);
}

std::vector<InverseWeightedFit> run_starts(Run& run, const InverseWeighted& method, const Critical& at,
                                           Index first) {
  const FitOptions options = fit_options<InverseWeighted>(run);
  std::vector<Random> random;
  for (Index s = first; s < std::min(run.restarts(), first + run.plan.together); ++s)
    random.emplace_back(run.options.seed, static_cast<std::uint64_t>(s));
  const Matrix W = starts_at_random(run.options.init)
                       ? random_weights(run.space().size(), run.options.clusters, random)
                       : contracted(run.space(), starting_weights(run, first), at, random, options);
  return fit_inverse_weighted(run.space(), method, W, at, random, options);
}

// Labels by the nearest prototype.
Labels labels_of(const Run& run, const Fit& fit) {
  Prototypes P;
  run.space().place(run.weights.asDiagonal() * fit.weights, P, run.options.control);
  const Matrix D2 = all_distances(run.space(), P);
  const Vector norms = P.norm.array() / P.mass.array().square();
  return nearest_labels(D2, run.space().self(), norms, run.space().epsilon());
}

// The best of some fits; polished ones are compared, and kept, as what k-means makes of them.
void choose(Run& run, std::vector<InverseWeightedFit> fits, bool polish, Best& best) {
  const Options& o = run.options;
  HardState state;
  if (polish && !run.stopped()) {
    const HardOptions hard{o.clusters, o.max_iterations, true, run.weights, o.control};
    std::vector<Labels> labels;
    labels.reserve(fits.size());
    for (const auto& f : fits) labels.push_back(labels_of(run, f.fit));
    state = assemble(run.space(), std::move(labels), hard);
    optimise(run.space(), state, hard);
  }
  for (std::size_t s = 0; s < fits.size(); ++s) {
    ++run.result.restarts;
    const double objective = state.starts.empty() ? fits[s].fit.energy : state.starts[s].objective;
    run.result.courses.push_back(state.starts.empty() ? fits[s].fit.history : state.starts[s].history);
    if (fits[s].fit.iterations == 0 || !better(objective, best.objective)) continue;
    best = {std::move(fits[s]), state.starts.empty() ? HardStart{} : state.starts[s], objective};
    run.result.winner = std::ssize(run.result.courses) - 1;
  }
}

void finish_polished(Run& run, const InverseWeighted& rule, const HardStart& best) {
  finish_hard(run, best);
  run.result.model.method = rule;
  const HardOptions hard{run.options.clusters, 1, false, run.weights, nullptr};
  const HardState state = assemble(run.space(), {best.labels}, hard);
  run.result.memberships = memberships_of(rule, all_distances(run.space(), state.prototypes));
}

}  // namespace

template <>
struct Front<InverseWeighted> {
  static Needs needs(const InverseWeighted&) { return {.squared_distances = true}; }
  static void settle(InverseWeighted&, Options&) {}
  static void check(const InverseWeighted&, const Shape&, const Options&) {}
  static Memory bytes(const InverseWeighted&, const Extent& extent) { return soft_bytes(extent); }
  static Shows shows(const InverseWeighted&, const Options&) { return {}; }

  static void run(Run& run, InverseWeighted method) {
    const Critical at = critical(run.space(), run.weights);
    if (method.b && *method.b < at.exponent && run.options.clusters > 1)
      run.warn(fmt::format("b = {:.4g} is below the critical exponent {:.4g}: all prototypes coincide",
                           *method.b, at.exponent),
               "leave b out or raise it");
    Best best;
    for (Index first = 0; first < run.restarts() && (first == 0 || !run.stopped());
         first += run.plan.together)
      choose(run, run_starts(run, method, at, first), method.polish, best);
    if (best.soft.fit.weights.size() == 0) no_result(run);
    method.b = best.soft.b;
    if (best.hard.labels.empty()) {
      finish_soft(run, method, run.weights.asDiagonal() * best.soft.fit.weights);
      warn_if_fewer(run, InverseWeighted::when_fewer);
    } else {
      finish_polished(run, method, best.hard);
    }
    take_course(run, best.soft.fit);
    run.result.objective = best.objective;
    run.find("b_crit", {at.exponent}, "below it all prototypes coincide");
    run.find("b", {*method.b}, "the exponent at the end");
  }
};
template const MethodDoor& door_of<InverseWeighted>();

}  // namespace mercer
