// k-means through the front door, in the input space or in that of a kernel.
#include "front/hard_run.hpp"
#include "front/method_file.hpp"

namespace mercer {

template <>
struct Front<Hard> {
  static Needs needs(const Hard&) {
    // A row is looked at again only when its point moves.
    return {.squared_distances = true, .search = true, .batches = true, .passes_of_starts = 2};
  }
  static void settle(Hard&, Options&) {}
  static void check(const Hard&, const Shape&, const Options&) {}
  static Memory bytes(const Hard&, const Extent&) { return {}; }
  static Shows shows(const Hard&, const Options&) { return {}; }

  static void run(Run& run, Hard method) {
    run.result.model.method = method;
    finish_hard(run, best_hard_start(run, method));
  }
};
template const MethodDoor& door_of<Hard>();

}  // namespace mercer
