// Self-organising maps and neural gas: a schedule rather than an objective.
#pragma once

#include "engine/online.hpp"
#include "engine/plane.hpp"
#include "front/soft_run.hpp"

namespace mercer {

// Online, from the start `W`. It does not converge: it ends when the schedule ends.
template <Scheduled Rule>
Finished run_online(Run& run, const Rule& rule, const Matrix& W) {
  const OnlineOptions options{rule.passes,        rule.epsilon_initial, rule.epsilon_final,
                              run.weights,        run.options.seed,     0,
                              run.options.control};
  const Matrix start = run.weights.asDiagonal() * W.leftCols(run.options.clusters);
  Matrix G = fit_online(run.space(), rule, start, options);
  Finished end = finish_soft(run, rule, std::move(G));
  Result& r = run.result;
  r.restarts = 1;
  r.iterations = rule.passes;
  r.converged = !run.stopped();
  r.objective = run.weights.dot(end.D2.rowwise().minCoeff());
  r.history = {r.objective};
  return end;
}

template <Scheduled Rule>
Finished finish_batch(Run& run, const Rule& rule, const Fit& best) {
  if (best.weights.size() == 0) no_result(run);
  take_course(run, best);
  return finish_soft(run, rule, run.weights.asDiagonal() * best.weights, best.prototypes);
}

}  // namespace mercer
