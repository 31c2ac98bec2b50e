// Soft k-means through the front door: its stiffness, where that was left open.
#include "engine/stiffness.hpp"
#include "front/soft_run.hpp"

namespace mercer {
namespace {

// The stiffness, when it was left to us; a given one below the critical value is named.
void resolve_stiffness(Run& run, Softmax& method) {
  if (run.options.clusters == 1) {
    if (!method.beta) method.beta = 1;
    return;
  }
  const Stiffness s = stiffness(run.space(), run.options.clusters, run.weights);
  run.find("beta_c", {s.critical}, "below this stiffness all responsibilities become equal");
  if (!method.beta)
    method.beta = s.chosen;
  else if (*method.beta < s.critical)
    run.warn(
        fmt::format("beta = {:.4g} is below the critical stiffness {:.4g}: all responsibilities become equal",
                    *method.beta, s.critical),
        fmt::format("leave beta out (auto takes {:.4g}) or raise it", s.chosen));
}

}  // namespace

template <>
struct Front<Softmax> {
  static Needs needs(const Softmax&) { return {.squared_distances = true}; }
  static void settle(Softmax&, Options&) {}
  static void check(const Softmax&, const Shape&, const Options&) {}
  static Memory bytes(const Softmax&, const Extent& extent) { return soft_bytes(extent); }
  static Shows shows(const Softmax&, const Options&) { return {}; }

  static void run(Run& run, Softmax method) {
    resolve_stiffness(run, method);
    run_soft(run, method);
  }
};
template const MethodDoor& door_of<Softmax>();

}  // namespace mercer
