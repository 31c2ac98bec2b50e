// The tree of gaps that the connectivity kernel stands on: its making, and its memory.
#pragma once

#include "data/shape.hpp"
#include "graph/spanning_tree.hpp"
#include "graph/ultrametric.hpp"

namespace mercer {

struct GapTree {
  std::vector<Edge> edges;                  // of the spanning tree, sorted
  Vector core;                              // core distances; empty for min_points = 1
  std::shared_ptr<const Ultrametric> tree;  // null when stopped
  Dendrogram joins;                         // of single linkage, if it is kept
};
GapTree gap_tree(const Data& data, const Connectivity& kernel, bool keep_joins, Control* control);

// Bytes beyond the data while the tree is made, and that it keeps.
struct TreeBytes {
  std::uint64_t making = 0, kept = 0;
};
TreeBytes tree_bytes(const Shape& shape, const Connectivity& kernel);

}  // namespace mercer
