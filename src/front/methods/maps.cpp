// Self-organising maps and neural gas: a schedule rather than an objective.
#include "engine/online.hpp"
#include "engine/plane.hpp"
#include "front/soft_run.hpp"
#include "model/map.hpp"

namespace mercer {
namespace {

// Online, from the start that `W` gives. There is nothing to converge to: it ends when the schedule does.
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

}  // namespace

// The starts, and one along the main component.
void run_method(Run& run, NeuralGas method) {
  if (!method.lambda_initial) method.lambda_initial = 0.5 * static_cast<double>(run.options.clusters);
  if (method.online) {
    run_online(run, method, starting_weights(run, 0));
  } else {
    Fit best = best_of_starts(run, method);
    if (!run.stopped())
      consider(run, method,
               plane_weights(run.space(), run.weights, {1, static_cast<int>(run.options.clusters)}), best);
    finish_batch(run, method, best);
  }
  warn_if_fewer(run, NeuralGas::when_fewer);
}

// A node that wins no point is no fault of a map.
void run_method(Run& run, Som method) {
  if (!method.sigma_initial) method.sigma_initial = 0.5 * std::max(method.grid->rows, method.grid->columns);
  const bool plane = method.start == MapStart::plane;
  const auto first = [&] { return plane_weights(run.space(), run.weights, *method.grid); };
  Finished end;
  if (method.online) {
    end = run_online(run, method, plane ? first() : starting_weights(run, 0));
  } else if (plane) {
    Fit best = none_yet();
    consider(run, method, first(), best);
    end = finish_batch(run, method, best);
  } else {
    end = finish_batch(run, method, best_of_starts(run, method));
  }
  run.result.map = map_of(method, end.D2, run.space().apart(end.W, end.P), run.weights);
}

}  // namespace mercer
