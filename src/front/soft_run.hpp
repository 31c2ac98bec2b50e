// What the soft methods share at the front door: starts, the best of them, and its result.
#pragma once

#include <limits>

#include "engine/critical.hpp"
#include "engine/winners.hpp"
#include "front/method_file.hpp"

namespace mercer {

// Starting weights: labels as ones and zeros, n x clusters for each set of labels; every prototype has a
// point.
Matrix starting_weights(const Run& run, Index first);

template <WeightRule Rule>
FitOptions fit_options(const Run& run) {
  return {.clusters = run.options.clusters,
          .max_iterations = run.options.max_iterations,
          .weight_tolerance = rest_of<Rule>(),
          .weights = run.weights,
          .control = run.options.control};
}

// All starts of W, by the engine that is quickest for the rule; a start that can't win any more may end
// early.
template <WeightRule Rule>
std::vector<Fit> fit_all(const Run& run, const Rule& rule, Matrix W) {
  FitOptions options = fit_options<Rule>(run);
  options.best_only = true;
  if constexpr (std::is_same_v<Rule, Som>)
    return fit_map(run.space(), rule, std::move(W), options);
  else
    return fit(run.space(), rule, std::move(W), options);
}

// Runs the starts in W; `best` becomes the best of them, if it is better.
template <WeightRule Rule>
void consider(Run& run, const Rule& rule, Matrix W, Fit& best) {
  for (auto& f : fit_all(run, rule, std::move(W))) {
    run.result.courses.push_back(f.history);
    if (f.iterations > 0 && better(f.energy, best.energy)) {
      best = std::move(f);
      run.result.winner = std::ssize(run.result.courses) - 1;
    }
    ++run.result.restarts;
  }
}

inline Fit none_yet() { return {.energy = std::numeric_limits<double>::infinity()}; }

template <WeightRule Rule>
Fit best_of_starts(Run& run, const Rule& rule) {
  Fit best = none_yet();
  for_starts(run, [&](Index first, Progress& batch) {
    Matrix W = starting_weights(run, first);
    batch.done();
    batch.expect(batch_parts - 1);
    consider(run, rule, std::move(W), best);
  });
  if (best.weights.size() == 0) no_result(run);
  return best;
}

// How a fit went.
void take_course(Run& run, const Fit& best);

// Labels, memberships and model from the coefficients of the prototypes: W = point weights times the rule's.
// They are those that `predict` gives to the same points.
struct Finished {
  Matrix W;
  Prototypes P;
  Matrix D2;
};
Finished finish_soft(Run& run, const Method& method, Matrix W, Prototypes before = {});

// A soft prototype may end where no point is nearest to it, or upon another one.
void warn_if_fewer(Run& run, std::string_view remedy);

// The whole of it, for a rule whose parameters are settled.
template <WeightRule Rule>
Finished run_soft(Run& run, const Rule& rule) {
  const Fit best = best_of_starts(run, rule);
  take_course(run, best);
  Finished end = finish_soft(run, rule, run.weights.asDiagonal() * best.weights, best.prototypes);
  warn_if_fewer(run, Rule::when_fewer);
  return end;
}

// Weights of all points and clusters, `each` bytes; in turn, the sampled spectrum behind critical values.
Memory soft_bytes(const Extent& extent, std::uint64_t each);
inline Memory soft_bytes(const Extent& extent) {
  return soft_bytes(extent, extent.storage == Storage::vectors ? 24 : 32);
}

// Prototypes that are points of the input space obey no critical value of the feature space.
bool has_preimages(const Run& run);

// The fuzziness, when it was left to us.
template <class Rule>
Critical settle_fuzziness(Run& run, Rule& method) {
  const Critical at = critical(run.space(), run.weights);
  if (!method.m) method.m = has_preimages(run) ? 2 : automatic_fuzziness(at);
  if (!has_preimages(run)) run.find("m_crit", {at.fuzziness}, "above it all prototypes may coincide");
  return at;
}

}  // namespace mercer
