#include "graph/dijkstra.hpp"

#include <algorithm>
#include <limits>

namespace mercer {
namespace {

constexpr int children = 4;

}  // namespace

Dijkstra::Dijkstra(const SparseMatrix& graph)
    : graph_(graph),
      distances_(static_cast<std::size_t>(graph.rows())),
      places_(static_cast<std::size_t>(graph.rows())) {
  heap_.reserve(static_cast<std::size_t>(graph.rows()));
}

void Dijkstra::rise(int place, Node node) {
  while (place > 0) {
    const int parent = (place - 1) / children;
    const Node& above = heap_[static_cast<std::size_t>(parent)];
    if (above.key <= node.key) break;
    places_[static_cast<std::size_t>(above.vertex)] = place;
    heap_[static_cast<std::size_t>(place)] = above;
    place = parent;
  }
  places_[static_cast<std::size_t>(node.vertex)] = place;
  heap_[static_cast<std::size_t>(place)] = node;
}

void Dijkstra::sink(int place, Node node) {
  const auto count = static_cast<int>(heap_.size());
  while (true) {
    const int first = children * place + 1;
    if (first >= count) break;
    int least = first;
    for (int c = first + 1; c < std::min(first + children, count); ++c)
      if (heap_[static_cast<std::size_t>(c)].key < heap_[static_cast<std::size_t>(least)].key) least = c;
    const Node& below = heap_[static_cast<std::size_t>(least)];
    if (below.key >= node.key) break;
    places_[static_cast<std::size_t>(below.vertex)] = place;
    heap_[static_cast<std::size_t>(place)] = below;
    place = least;
  }
  places_[static_cast<std::size_t>(node.vertex)] = place;
  heap_[static_cast<std::size_t>(place)] = node;
}

Dijkstra::Node Dijkstra::pop() {
  const Node least = heap_.front(), last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) sink(0, last);
  return least;
}

// A shorter way to the vertex, if it is one. A vertex that has left the heap is never reached by a shorter
// way.
void Dijkstra::reach(int vertex, double distance) {
  const auto v = static_cast<std::size_t>(vertex);
  if (!(distance < distances_[v])) return;
  distances_[v] = distance;
  if (places_[v] == outside) {
    places_[v] = static_cast<int>(heap_.size());
    heap_.push_back({distance, vertex});
  }
  rise(places_[v], {distance, vertex});
}

const std::vector<double>& Dijkstra::from(std::span<const Entrance> entrances) {
  std::fill(distances_.begin(), distances_.end(), std::numeric_limits<double>::infinity());
  std::fill(places_.begin(), places_.end(), outside);
  for (const Entrance& entrance : entrances) reach(entrance.vertex, entrance.distance);
  const int* start = graph_.outerIndexPtr();
  const int* target = graph_.innerIndexPtr();
  const double* length = graph_.valuePtr();
  while (!heap_.empty()) {
    const Node nearest = pop();
    for (int e = start[nearest.vertex]; e < start[nearest.vertex + 1]; ++e)
      reach(target[e], nearest.key + length[e]);
  }
  return distances_;
}

}  // namespace mercer
