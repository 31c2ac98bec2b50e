// Vertices by key, the least first: a heap that knows where each vertex is, so that a key can be lowered.
//
// With four children a node it is half as deep as with two, and the children of a node share a cache line.
#pragma once

#include <algorithm>
#include <vector>

#include "mercer/types.hpp"

namespace mercer {

class VertexQueue {
 public:
  explicit VertexQueue(Index vertices) : places_(static_cast<std::size_t>(vertices), outside) {
    heap_.reserve(places_.size());
  }

  struct Node {
    double key;
    int vertex;
  };
  bool empty() const { return heap_.empty(); }

  // Adds the vertex, or lowers its key; a key that is not lower changes nothing.
  void put(int vertex, double key) {
    int place = places_[static_cast<std::size_t>(vertex)];
    if (place == outside) {
      place = static_cast<int>(heap_.size());
      heap_.push_back({key, vertex});
    } else if (heap_[static_cast<std::size_t>(place)].key <= key) {
      return;
    }
    rise(place, {key, vertex});
  }

  Node pop() {
    const Node least = heap_.front(), last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) sink(last);
    places_[static_cast<std::size_t>(least.vertex)] = outside;
    return least;
  }

 private:
  static constexpr int outside = -1, children = 4;

  void settle(int place, Node node) {
    places_[static_cast<std::size_t>(node.vertex)] = place;
    heap_[static_cast<std::size_t>(place)] = node;
  }
  void rise(int place, Node node) {
    while (place > 0) {
      const int parent = (place - 1) / children;
      const Node above = heap_[static_cast<std::size_t>(parent)];
      if (above.key <= node.key) break;
      settle(place, above);
      place = parent;
    }
    settle(place, node);
  }
  // From the top down.
  void sink(Node node) {
    const auto count = static_cast<int>(heap_.size());
    int place = 0;
    for (int first = 1; first < count; first = children * place + 1) {
      int least = first;
      for (int c = first + 1; c < std::min(first + children, count); ++c)
        if (heap_[static_cast<std::size_t>(c)].key < heap_[static_cast<std::size_t>(least)].key) least = c;
      const Node below = heap_[static_cast<std::size_t>(least)];
      if (below.key >= node.key) break;
      settle(place, below);
      place = least;
    }
    settle(place, node);
  }

  std::vector<int> places_;  // of each vertex in the heap
  std::vector<Node> heap_;
};

}  // namespace mercer
