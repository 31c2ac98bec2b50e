// What the methods on the tree of gaps share: their kernel, what they refuse, and the result that they leave.
#pragma once

#include "front/method_file.hpp"

namespace mercer {

// Such a method's kernel: connectivity, with the distances that the kernel given stands for.
Connectivity gaps_of(const Options& options);
inline void settle_on_tree(Options& o) { o.kernel = gaps_of(o); }

// Of a run on the tree.
const Ultrametric& tree_of(const Run& run);
// Points that a gap parts.
Index distinct_points(const Run& run);
// Two points at least, and clusters for as many as are apart: a given matrix, and the larger numbers of a
// range, have not been looked at before.
void require_distinct(const Run& run);
// Labels, objective and model of clusters on a tree.
void finish_on_tree(Run& run, Labels labels);

// Bytes of the dendrogram and its cuts.
inline Memory linkage_bytes(const Extent& extent) { return {.beside = 80 * extent.points()}; }
// A hierarchy is made in one go, and has neither starts nor iterations.
inline Shows linkage_shows() {
  return {.iterations = false, .starts = false, .outlier_scores = true, .dendrogram = true};
}

}  // namespace mercer
