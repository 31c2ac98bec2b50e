// Single linkage through the front door.
#include "beyond/linkage.hpp"
#include "front/tree_run.hpp"
#include "graph/dendrogram.hpp"

namespace mercer {

template <>
struct Front<SingleLinkage> {
  static Needs needs(const SingleLinkage&) {
    return {
        .base = Base::tree, .weights = false, .joins = true, .judged = JudgedBy::along_data_without_kernel};
  }
  static void settle(SingleLinkage&, Options& o) { settle_on_tree(o); }
  static void check(const SingleLinkage&, const Shape&, const Options&) {}
  static Memory bytes(const SingleLinkage&, const Extent& extent) { return linkage_bytes(extent); }
  static Shows shows(const SingleLinkage&, const Options&) { return linkage_shows(); }

  static void run(Run& run, SingleLinkage) {
    require_distinct(run);
    run.result.dendrogram = std::move(run.built.gaps->joins);
    finish_on_tree(run, cut(*run.result.dendrogram, run.options.clusters));
  }
};
template const MethodDoor& door_of<SingleLinkage>();

}  // namespace mercer
