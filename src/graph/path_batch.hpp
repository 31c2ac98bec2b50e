// Shortest paths from eight vertices at once.
//
// Searches that begin close together visit the graph in nearly the same order. Eight of them share one queue:
// a vertex is taken from it when any of the eight has found a shorter way there, and hands all eight
// distances on at once, as one vector operation an edge. Some vertices are taken more than once (1.8 times on
// average in a graph of ten neighbours), but the queue, which is what a search spends its time on, is kept
// once for eight. The distances are those of single searches, bit for bit: the least rounded sums over all
// paths.
#pragma once

#include <array>
#include <vector>

#include "graph/vertex_queue.hpp"

namespace mercer {

// The vertices of a graph in the order of a breadth-first search, so that neighbours are near in it; and the
// graph with its vertices so numbered.
struct WalkedGraph {
  std::vector<int> order;  // order[new] = old
  SparseMatrix graph;
};
WalkedGraph walk(const SparseMatrix& graph);

class PathBatch {
 public:
  static constexpr int lanes = 8;
  using Distances = std::array<double, lanes>;

  explicit PathBatch(const SparseMatrix& graph);
  // Of every vertex its distances to the vertices first, first + 1, ..., at most eight of them; infinite
  // where there is no path. Valid until the next call.
  const std::vector<Distances>& from(int first, int count);

 private:
  const SparseMatrix& graph_;
  std::vector<Distances> distances_;
  VertexQueue queue_;  // by the least distance that has become shorter since a vertex was taken last
};

}  // namespace mercer
