#include "beyond/condensed_tree.hpp"

#include <algorithm>

namespace mercer {
namespace {

// Up the tree: the mass below each node, the sum of branch(v) mass(v)^2 over the nodes v below it, and the
// heaviest path from the top of its branch downwards.
struct NodeSums {
  std::vector<double> mass, inner, path;
};

// sums.mass holds what each node has of its own, sums.inner what is inside it.
template <class Tree>
void add_up(const Tree& tree, NodeSums& sums) {
  sums.path.assign(sums.mass.size(), 0);
  for (std::size_t u = sums.mass.size() - 1; u > 0; --u) {
    const auto p = static_cast<std::size_t>(tree.parent[u]);
    const double weighed = tree.branch(u) * sums.mass[u];
    sums.path[u] += weighed;
    sums.mass[p] += sums.mass[u];
    sums.inner[p] += sums.inner[u] + weighed * sums.mass[u];
    sums.path[p] = std::max(sums.path[p], sums.path[u]);
  }
}

NodeSums leaf_sums(const Ultrametric& tree, const Vector& weights) {
  const auto nodes = static_cast<std::size_t>(tree.nodes());
  NodeSums sums{std::vector<double>(nodes), std::vector<double>(nodes), {}};
  for (std::size_t i = 0; i < tree.node_of.size(); ++i)
    sums.mass[static_cast<std::size_t>(tree.node_of[i])] =
        weights.size() > 0 ? weights[static_cast<Index>(i)] : 1.0;
  return sums;
}

// The weight of a path from which on nodes are kept.
double threshold(std::vector<double> path, Index most) {
  const auto at = path.begin() + std::min<std::ptrdiff_t>(most, static_cast<std::ptrdiff_t>(path.size())) - 1;
  std::nth_element(path.begin(), at, path.end(), std::greater<>());
  return *at;
}

}  // namespace

CondensedTree whole_tree(const Ultrametric& tree, const Vector& weights) {
  NodeSums sums = leaf_sums(tree, weights);
  CondensedTree out{tree.parent,  {}, tree.height, std::move(sums.mass), std::move(sums.inner),
                    tree.node_of, 0};
  out.end.resize(out.nodes());
  for (std::size_t u = 0; u < out.nodes(); ++u)
    out.end[u] = static_cast<int>(tree.end(static_cast<Index>(u)));
  return out;
}

// Paths grow lighter downwards, so what is kept is the top of the tree. Both children of a node whose heavier
// child is kept are nodes; a lighter child that is not kept itself becomes a group.
CondensedTree condensed_tree(const Ultrametric& tree, const Vector& weights, Index most) {
  if (tree.nodes() <= most) return whole_tree(tree, weights);
  NodeSums sums = leaf_sums(tree, weights);
  add_up(tree, sums);
  const double least = threshold(sums.path, most);
  const auto nodes = static_cast<std::size_t>(tree.nodes());
  const auto kept = [&](std::size_t u) { return u == 0 || sums.path[u] > least; };
  std::vector<char> opened(nodes);  // whether a child is kept
  for (std::size_t u = 1; u < nodes; ++u)
    if (kept(u)) opened[static_cast<std::size_t>(tree.parent[u])] = 1;
  CondensedTree out;
  out.hidden = least;
  std::vector<int> place(nodes);
  for (std::size_t u = 0; u < nodes; ++u) {
    const auto p = static_cast<std::size_t>(tree.parent[u]);
    if (u > 0 && !opened[p]) {  // inside a group
      place[u] = place[p];
      continue;
    }
    place[u] = static_cast<int>(out.nodes());
    out.parent.push_back(u == 0 ? 0 : place[p]);
    out.height.push_back(tree.height[u]);
    out.own.push_back(opened[u] ? 0 : sums.mass[u]);
    out.inner.push_back(opened[u] ? 0 : sums.inner[u]);
  }
  out.end.assign(out.nodes(), 0);
  for (std::size_t u = out.nodes(); u-- > 0;) {
    out.end[u] = std::max(out.end[u], static_cast<int>(u) + 1);
    int& above = out.end[static_cast<std::size_t>(out.parent[u])];
    above = std::max(above, out.end[u]);
  }
  out.node_of.reserve(tree.node_of.size());
  for (const int node : tree.node_of) out.node_of.push_back(place[static_cast<std::size_t>(node)]);
  return out;
}

// K medians leave uncovered the branches with no median below, each at branch(u) mass(u). So K paths from the
// root are wanted that cover the heaviest branches together, and taking the heaviest remaining path again and
// again is exact: a path begins where a lighter child leaves a heavier one.
std::vector<int> median_cuts(const CondensedTree& tree, Index clusters) {
  NodeSums sums{tree.own, tree.inner, {}};
  add_up(tree, sums);
  std::vector<double> heaviest(tree.nodes(), -1);
  for (std::size_t u = 1; u < tree.nodes(); ++u) {
    double& most = heaviest[static_cast<std::size_t>(tree.parent[u])];
    most = std::max(most, sums.path[u]);
  }
  std::vector<int> tops;
  for (std::size_t u = 1; u < tree.nodes(); ++u) {
    double& most = heaviest[static_cast<std::size_t>(tree.parent[u])];
    if (sums.path[u] == most)
      most = -1;  // the path goes on with the first such child
    else
      tops.push_back(static_cast<int>(u));
  }
  const auto wanted = std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(tops.size()), clusters - 1);
  std::partial_sort(tops.begin(), tops.begin() + wanted, tops.end(), [&](int a, int b) {
    const double x = sums.path[static_cast<std::size_t>(a)], y = sums.path[static_cast<std::size_t>(b)];
    return x > y || (x == y && a < b);
  });
  tops.resize(static_cast<std::size_t>(wanted));
  return tops;
}

}  // namespace mercer
