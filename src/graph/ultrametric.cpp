#include "graph/ultrametric.hpp"

namespace mercer {

Ultrametric ultrametric_of(const Dendrogram& dendrogram) {
  const auto n = static_cast<std::size_t>(dendrogram.objects());
  Ultrametric tree;
  tree.parent.resize(2 * n - 1);
  tree.height.resize(2 * n - 1);
  tree.objects.resize(2 * n - 1);
  tree.node_of.resize(n);
  const auto size = [&](int node) {
    return node < static_cast<int>(n) ? 1 : dendrogram.merges[static_cast<std::size_t>(node) - n].size;
  };
  std::vector<int> place(n - 1);  // of each merge
  const auto put = [&](int node, int u, int parent) {
    tree.parent[static_cast<std::size_t>(u)] = parent;
    if (node >= static_cast<int>(n)) {
      place[static_cast<std::size_t>(node) - n] = u;
      return;
    }
    tree.height[static_cast<std::size_t>(u)] = 0;
    tree.objects[static_cast<std::size_t>(u)] = 1;
    tree.node_of[static_cast<std::size_t>(node)] = u;
  };
  put(static_cast<int>(2 * n - 2), 0, 0);
  // From the last merge to the first: the places of what joins follow from that of the merge.
  for (std::size_t t = n - 1; t-- > 0;) {
    const Merge& merge = dendrogram.merges[t];
    const int u = place[t], left = size(merge.left), right = merge.size - left;
    tree.height[static_cast<std::size_t>(u)] = merge.height;
    tree.objects[static_cast<std::size_t>(u)] = merge.size;
    const bool left_first = left >= right;
    put(left_first ? merge.left : merge.right, u + 1, u);
    put(left_first ? merge.right : merge.left, u + 2 * (left_first ? left : right), u);
  }
  return tree;
}

// The node behind an object's is the second child of the lowest node above this object and the next one.
Chain chain_of(const Ultrametric& tree) {
  const auto n = static_cast<std::size_t>(tree.size());
  std::vector<int> object_at(static_cast<std::size_t>(tree.nodes()), -1);
  for (std::size_t i = 0; i < n; ++i)
    object_at[static_cast<std::size_t>(tree.node_of[i])] = static_cast<int>(i);
  Chain chain{{}, Vector(static_cast<Index>(n) - 1)};
  chain.order.reserve(n);
  for (std::size_t u = 0; u < object_at.size(); ++u) {
    if (object_at[u] < 0) continue;
    if (u + 1 < object_at.size())
      chain.gaps[static_cast<Index>(chain.order.size())] =
          tree.height[static_cast<std::size_t>(tree.parent[u + 1])];
    chain.order.push_back(object_at[u]);
  }
  return chain;
}

// Gaps close from small to large. A stack of open nodes with falling gaps finds which: a gap closes as soon
// as a larger one follows.
Ultrametric ultrametric_of(const Chain& chain) {
  const auto n = static_cast<std::size_t>(chain.order.size());
  struct Open {
    int node, size;
    double gap;  // to what follows
  };
  Dendrogram dendrogram;
  dendrogram.merges.reserve(n - 1);
  std::vector<Open> open;
  for (std::size_t i = 0; i < n; ++i) {
    const bool last = i + 1 == n;
    Open now{chain.order[i], 1, last ? 0 : chain.gaps[static_cast<Index>(i)]};
    while (!open.empty() && (last || open.back().gap <= now.gap)) {
      const Open before = open.back();
      open.pop_back();
      dendrogram.merges.push_back({before.node, now.node, before.size + now.size, before.gap});
      now.node = static_cast<int>(n + dendrogram.merges.size()) - 1;
      now.size += before.size;
    }
    open.push_back(now);
  }
  return ultrametric_of(dendrogram);
}

}  // namespace mercer
