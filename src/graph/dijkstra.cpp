#include "graph/dijkstra.hpp"

#include <algorithm>
#include <limits>

namespace mercer {

Dijkstra::Dijkstra(const SparseMatrix& graph)
    : graph_(graph), distances_(static_cast<std::size_t>(graph.rows())), queue_(graph.rows()) {}

// A shorter way to the vertex, if it is one. A vertex that has left the queue is never reached by a shorter
// way.
void Dijkstra::reach(int vertex, double distance) {
  double& own = distances_[static_cast<std::size_t>(vertex)];
  if (!(distance < own)) return;
  own = distance;
  queue_.put(vertex, distance);
}

const std::vector<double>& Dijkstra::from(std::span<const Entrance> entrances) {
  std::fill(distances_.begin(), distances_.end(), std::numeric_limits<double>::infinity());
  for (const Entrance& entrance : entrances) reach(entrance.vertex, entrance.distance);
  const int* start = graph_.outerIndexPtr();
  const int* target = graph_.innerIndexPtr();
  const double* length = graph_.valuePtr();
  while (!queue_.empty()) {
    const auto nearest = queue_.pop();
    for (int e = start[nearest.vertex]; e < start[nearest.vertex + 1]; ++e)
      reach(target[e], nearest.key + length[e]);
  }
  return distances_;
}

}  // namespace mercer
