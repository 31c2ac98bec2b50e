// Genie through the front door.
#include "beyond/linkage.hpp"
#include "front/tree_run.hpp"
#include "graph/dendrogram.hpp"

namespace mercer {

template <>
struct Front<Genie> {
  static Needs needs(const Genie&) {
    return {.base = Base::tree, .weights = false, .judged = JudgedBy::along_data_without_kernel};
  }
  static void settle(Genie&, Options& o) { settle_on_tree(o); }
  static void check(const Genie&, const Shape&, const Options&) {}
  static Memory bytes(const Genie&, const Extent& extent) { return linkage_bytes(extent); }
  static Shows shows(const Genie&, const Options&) { return linkage_shows(); }

  static void run(Run& run, Genie method) {
    require_distinct(run);
    run.result.dendrogram = genie(run.built.gaps->edges, method.g);
    finish_on_tree(run, cut(*run.result.dendrogram, run.options.clusters));
  }
};
template const MethodDoor& door_of<Genie>();

}  // namespace mercer
