// What several candidates share, computed once.
#pragma once

#include "graph/kernel_graph.hpp"
#include "graph/spanning_tree.hpp"
#include "graph/ultrametric.hpp"

namespace mercer::automatic {

struct Parts {
  Data points;
  SpanningTree tree1;                     // Euclidean minimum spanning tree
  SpanningTree tree5;                     // of mutual reachability distances, min_points = 5
  Neighbors near;                         // 20 nearest
  SparseMatrix graph5, graph10, graph20;  // self-tuning kernel graphs of 5, 10, 20 neighbours
};
// Of at least 6 points; empty trees when stopped.
Parts shared_parts(const Data& points, Control* control);

}  // namespace mercer::automatic
