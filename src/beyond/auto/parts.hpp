// What several candidates share, computed once.
#pragma once

#include "graph/kernel_graph.hpp"
#include "graph/spanning_tree.hpp"
#include "graph/ultrametric.hpp"

namespace mercer::automatic {

struct Parts {
  Data points;                            // none where a graph was given
  SpanningTree tree1;                     // Euclidean minimum spanning tree
  SpanningTree tree5;                     // of mutual reachability distances, min_points = 5
  Neighbors near;                         // 20 nearest; of a given graph the nearest
  SparseMatrix graph5, graph10, graph20;  // self-tuning kernel graphs of 5, 10, 20 neighbours

  bool given() const { return points.size() == 0; }
  Index size() const { return graph10.rows(); }
};
// For at least 6 points; the trees are empty after a stop.
Parts shared_parts(const Data& points, Control* control);
// For a graph: tree1, near and graph10, which is that graph.
Parts parts_of_graph(const SparseMatrix& similarities);

}  // namespace mercer::automatic
