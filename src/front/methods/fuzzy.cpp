// Fuzzy c-means through the front door: its fuzziness, and prototypes that collapse.
#include "front/soft_run.hpp"

namespace mercer {
namespace {

void warn_if_collapsed(Run& run, double m, const Critical& at, const Finished& end) {
  if (run.options.clusters == 1 || end.W.rows() == 0) return;
  const double largest = run.space().apart(end.W, end.P).maxCoeff();
  if (largest < 1e-6 * at.variance)
    run.warn(
        fmt::format("all prototypes coincide: fuzziness m = {:.4g}{}", m,
                    std::isfinite(at.fuzziness) ? fmt::format(", critical value {:.4g}", at.fuzziness) : ""),
        fmt::format("leave m out (auto takes {:.4g}) or lower it", automatic_fuzziness(at)));
}

}  // namespace

template <>
struct Front<Fuzzy> {
  static Needs needs(const Fuzzy&) { return {}; }
  static void settle(Fuzzy&, Options&) {}
  static void check(const Fuzzy&, const Shape&, const Options&) {}
  static Memory bytes(const Fuzzy&, const Extent& extent) { return soft_bytes(extent); }
  static Shows shows(const Fuzzy&, const Options&) { return {}; }

  static void run(Run& run, Fuzzy method) {
    const Critical at = settle_fuzziness(run, method);
    warn_if_collapsed(run, *method.m, at, run_soft(run, method));
  }
};
template const MethodDoor& door_of<Fuzzy>();

}  // namespace mercer
