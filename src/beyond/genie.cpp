#include <algorithm>
#include <map>
#include <numeric>

#include "beyond/linkage.hpp"

namespace mercer {
namespace {

// How unequal the sizes of clusters are. With sizes ascending, the Gini index of c sizes that sum to n is
//   sum_i (2i - c - 1) s_i / ((c - 1) n) = sum over pairs of their difference / ((c - 1) n).
class Sizes {
 public:
  explicit Sizes(Index count) : clusters_(count), total_(count) { counts_[1] = count; }

  double gini() const {
    if (clusters_ < 2) return 0;
    return differences_ / (static_cast<double>(clusters_ - 1) * static_cast<double>(total_));
  }
  int smallest() const { return counts_.begin()->first; }
  void join(int a, int b) {
    remove(a);
    remove(b);
    differences_ += to_others(a + b);
    ++counts_[a + b];
    ++clusters_;
  }

 private:
  double to_others(int size) const {
    double sum = 0;
    for (const auto& [other, count] : counts_) sum += static_cast<double>(count) * std::abs(other - size);
    return sum;
  }
  void remove(int size) {
    if (--counts_[size] == 0) counts_.erase(size);
    --clusters_;
    differences_ -= to_others(size);
  }

  std::map<int, Index> counts_;  // at most about sqrt(2n) different sizes
  Index clusters_, total_;
  double differences_ = 0;
};

// The edges that have not joined anything yet, in order.
class Remaining {
 public:
  explicit Remaining(std::size_t count) : next_(count + 1) { std::iota(next_.begin(), next_.end(), 1); }
  // Edges are numbered 1 .. count; 0 stands before the first.
  std::size_t first() const { return next_[0]; }
  std::size_t after(std::size_t edge) const { return next_[edge]; }
  void remove_after(std::size_t edge) { next_[edge] = next_[next_[edge]]; }

 private:
  std::vector<std::size_t> next_;
};

}  // namespace

Dendrogram genie(const std::vector<Edge>& edges, double g) {
  const auto n = static_cast<Index>(edges.size()) + 1;
  DisjointSets sets(n);
  std::vector<int> node(static_cast<std::size_t>(n)), size(static_cast<std::size_t>(n), 1);
  std::iota(node.begin(), node.end(), 0);
  Sizes sizes(n);
  Remaining remaining(edges.size());
  Dendrogram out;
  const auto height = [&](int of) {
    return of < n ? 0.0 : out.merges[static_cast<std::size_t>(of - n)].height;
  };
  // Before `from` no edge touches a cluster of size `looked_for`: clusters only grow.
  std::size_t from = 0;
  int looked_for = 0;
  while (out.merges.size() < edges.size()) {
    std::size_t before = 0;
    if (sizes.gini() > g) {
      if (sizes.smallest() != looked_for) from = 0;
      looked_for = sizes.smallest();
      const auto touches = [&](std::size_t e) {
        const Edge& edge = edges[e - 1];
        return size[static_cast<std::size_t>(sets.find(edge.a))] == looked_for ||
               size[static_cast<std::size_t>(sets.find(edge.b))] == looked_for;
      };
      while (!touches(remaining.after(from))) from = remaining.after(from);
      before = from;
    }
    const std::size_t taken = remaining.after(before);
    remaining.remove_after(before);
    if (from == taken) from = before;
    const Edge& edge = edges[taken - 1];
    int a = sets.find(edge.a), b = sets.find(edge.b);
    auto size_of = [&](int root) -> int& { return size[static_cast<std::size_t>(root)]; };
    if (size_of(a) < size_of(b)) std::swap(a, b);
    sizes.join(size_of(a), size_of(b));
    size_of(a) += size_of(b);
    const int node_a = node[static_cast<std::size_t>(a)], node_b = node[static_cast<std::size_t>(b)];
    out.merges.push_back({std::min(node_a, node_b), std::max(node_a, node_b), size_of(a),
                          std::max({edge.weight, height(node_a), height(node_b)})});
    sets.attach(b, a);
    node[static_cast<std::size_t>(a)] = static_cast<int>(n) + static_cast<int>(out.merges.size()) - 1;
  }
  return out;
}

}  // namespace mercer
