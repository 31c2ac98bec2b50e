// Shortest paths from a few vertices to all: Dijkstra's algorithm.
//
// A graph is a sparse matrix of lengths, symmetric, row by row; a stored zero is an edge of length zero. With
// lengths that are not negative the result is the least rounded sum over all paths, whatever the order of the
// queue: it depends only on the graph.
#pragma once

#include <span>
#include <vector>

#include "graph/vertex_queue.hpp"

namespace mercer {

// Where paths begin, and how far it is to get there.
struct Entrance {
  int vertex = 0;
  double distance = 0;
};

class Dijkstra {
 public:
  explicit Dijkstra(const SparseMatrix& graph);
  // Distance of every vertex from the nearest entrance; infinite where there is no path. Valid until the next
  // call.
  const std::vector<double>& from(std::span<const Entrance> entrances);
  const std::vector<double>& from(Index vertex) {
    const Entrance self{static_cast<int>(vertex), 0};
    return from(std::span(&self, 1));
  }

 private:
  void reach(int vertex, double distance);

  const SparseMatrix& graph_;
  std::vector<double> distances_;
  VertexQueue queue_;
};

}  // namespace mercer
