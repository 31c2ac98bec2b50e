// K-harmonic means through the front door: distances are measured in units of the data's variance.
#include "engine/sample.hpp"
#include "front/soft_run.hpp"

namespace mercer {

template <>
struct Front<KHarmonic> {
  static Needs needs(const KHarmonic&) { return {}; }
  static void settle(KHarmonic&, Options&) {}
  static void check(const KHarmonic&, const Shape&, const Options&) {}
  static Memory bytes(const KHarmonic&, const Extent& extent) { return soft_bytes(extent); }
  static Shows shows(const KHarmonic&, const Options&) { return {}; }

  static void run(Run& run, KHarmonic method) {
    const double variance = SampledKernel(run.space(), run.weights).variance();
    if (variance > 0) method.unit = variance;
    run_soft(run, method);
  }
};
template const MethodDoor& door_of<KHarmonic>();

}  // namespace mercer
