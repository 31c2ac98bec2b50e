// The tree that is cut: that of an ultrametric, or what is left of it when everything below some nodes is
// taken as a whole.
#pragma once

#include <span>

#include "graph/ultrametric.hpp"

namespace mercer {

// In preorder, as the ultrametric. A node with a mass of its own is an object, or a group of objects that is
// not cut; `inner` is the sum of branch(v) mass(v)^2 over the nodes v inside such a group.
struct CondensedTree {
  std::vector<int> parent, end;
  std::vector<double> height, own, inner;
  std::vector<int> node_of;  // of each object
  double hidden = 0;         // no path inside a group is heavier than this

  std::size_t nodes() const { return parent.size(); }
  double diameter() const { return height[0]; }
  double branch(std::size_t u) const { return height[static_cast<std::size_t>(parent[u])] - height[u]; }
};

// All of it.
CondensedTree whole_tree(const Ultrametric& tree, const Vector& weights);
// At most about `most` nodes: those whose branches are part of the heaviest paths, a path being worth the sum
// of branch(u) mass(u), which is what a median below it would save. Costs stay exact, only cuts inside groups
// are not considered.
CondensedTree condensed_tree(const Ultrametric& tree, const Vector& weights, Index most);

// Nodes of the tree that is searched.
constexpr Index most_cut_nodes = 1 << 15;

// The nodes above which the exact k-median partition cuts: k - 1 of them, or fewer when there are no more.
std::vector<int> median_cuts(const CondensedTree& tree, Index clusters);

}  // namespace mercer
