// Neural gas through the front door: the starts, and one along the main component.
#include "front/map_run.hpp"

namespace mercer {

template <>
struct Front<NeuralGas> {
  static Needs needs(const NeuralGas&) { return {.squared_distances = true}; }
  static void settle(NeuralGas&, Options&) {}
  static void check(const NeuralGas&, const Shape&, const Options&) {}
  static Memory bytes(const NeuralGas&, const Extent& extent) { return soft_bytes(extent); }
  static Shows shows(const NeuralGas&, const Options&) { return {}; }

  static void run(Run& run, NeuralGas method) {
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
};
template const MethodDoor& door_of<NeuralGas>();

}  // namespace mercer
