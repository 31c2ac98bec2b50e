// HDBSCAN through the front door: what makes a place dense, and noise.
#include <algorithm>

#include "beyond/linkage.hpp"
#include "front/tree_run.hpp"
#include "graph/dendrogram.hpp"

namespace mercer {

template <>
struct Front<Hdbscan> {
  static Needs needs(const Hdbscan&) {
    return {
        .base = Base::tree, .weights = false, .joins = true, .judged = JudgedBy::along_data_without_kernel};
  }
  // The points that make a place dense: those of the kernel, else five.
  static void settle(Hdbscan& method, Options& o) {
    Connectivity gaps = gaps_of(o);
    if (!method.min_points) method.min_points = gaps.min_points > 1 ? gaps.min_points : 5;
    gaps.min_points = *method.min_points;
    o.kernel = gaps;
  }
  static void check(const Hdbscan&, const Shape&, const Options&) {}
  static Memory bytes(const Hdbscan&, const Extent& extent) { return linkage_bytes(extent); }
  static Shows shows(const Hdbscan&, const Options&) {
    Shows all = linkage_shows();
    all.own_clusters = true;
    return all;
  }

  static void run(Run& run, Hdbscan method) {
    require_distinct(run);
    run.result.dendrogram = std::move(run.built.gaps->joins);
    finish_on_tree(run, persistent_clusters(tree_of(run), method.min_size));
    const auto noise = std::count(run.result.labels.begin(), run.result.labels.end(), -1);
    run.find("noise", {static_cast<double>(noise)}, "points in no cluster, label -1");
    if (run.result.model.mass.size() == 0)
      run.warn("no cluster stands out: every point is noise",
               "lower min_size or min_points, or use another method");
  }
};
template const MethodDoor& door_of<Hdbscan>();

}  // namespace mercer
