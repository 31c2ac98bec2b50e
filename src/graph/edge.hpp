// An edge between two points, and the order of edges: with ties broken by the points themselves a minimum
// spanning tree is unique, whichever algorithm finds it and with however many threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mercer/types.hpp"

namespace mercer {

struct Edge {
  int a = 0, b = 0;
  double weight = 0;
};

// Both ends in one number, the lower index first.
inline std::uint64_t ends_key(int a, int b) {
  const auto low = static_cast<std::uint64_t>(std::min(a, b)),
             high = static_cast<std::uint64_t>(std::max(a, b));
  return low << 32U | high;
}

// The lighter one first; of equals the one between lower indices.
inline bool operator<(const Edge& x, const Edge& y) {
  return x.weight < y.weight || (x.weight == y.weight && ends_key(x.a, x.b) < ends_key(y.a, y.b));
}

// Sets that grow together; the root of a set is found by following `parent`.
class DisjointSets {
 public:
  explicit DisjointSets(Index count) : parent_(static_cast<std::size_t>(count)) {
    for (std::size_t i = 0; i < parent_.size(); ++i) parent_[i] = static_cast<int>(i);
  }
  int find(int x) {
    while (parent(x) != x) x = parent(x) = parent(parent(x));
    return x;
  }
  // Without shortening any path: safe among threads that only read.
  int root(int x) const {
    while (parent_[static_cast<std::size_t>(x)] != x) x = parent_[static_cast<std::size_t>(x)];
    return x;
  }
  void attach(int root, int to) { parent(root) = to; }

 private:
  int& parent(int x) { return parent_[static_cast<std::size_t>(x)]; }
  std::vector<int> parent_;
};

}  // namespace mercer
