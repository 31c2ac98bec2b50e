#include "beyond/partition.hpp"

#include <utility>

#include "core/parallel.hpp"

namespace mercer {

// mean distance = diameter - (1 / mass^2) sum over nodes of branch(u) s(u)^2, s(u) the mass of the cluster
// below
//
// In preorder, nothing of a cluster is behind its last object, and before its first object only what is above
// that object.
PartitionCost partition_cost(const Ultrametric& tree, const Vector& weights, const Labels& labels,
                             Index clusters) {
  constexpr int joined = -2;  // the label of a node that is no object
  const auto nodes = static_cast<std::size_t>(tree.nodes());
  std::vector<int> label(nodes, joined);
  std::vector<double> s(nodes, 0);  // of an object its weight, until its cluster is looked at; then 0 again
  std::vector<std::size_t> first(static_cast<std::size_t>(clusters), nodes), last(first.size(), 0);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto u = static_cast<std::size_t>(tree.node_of[i]);
    label[u] = labels[i];
    if (labels[i] < 0) continue;
    s[u] = weights[static_cast<Index>(i)];
    const auto k = static_cast<std::size_t>(labels[i]);
    first[k] = std::min(first[k], u);
    last[k] = std::max(last[k], u);
  }
  PartitionCost out{Vector::Zero(clusters), Vector::Zero(clusters)};
  for (Index k = 0; k < clusters; ++k) {
    ask_to_go_on();
    double squares = 0;
    const auto climb = [&](std::size_t u) {
      const double mass = std::exchange(s[u], 0);
      s[static_cast<std::size_t>(tree.parent[u])] += mass;
      squares += tree.branch(u) * mass * mass;
    };
    const std::size_t begin = std::max<std::size_t>(1, first[static_cast<std::size_t>(k)]);
    for (std::size_t u = last[static_cast<std::size_t>(k)]; u >= begin; --u)
      if (label[u] == joined || label[u] == k) climb(u);
    if (begin < nodes)
      for (auto u = static_cast<std::size_t>(tree.parent[begin]); u > 0;
           u = static_cast<std::size_t>(tree.parent[u]))
        climb(u);
    const double mass = out.mass[k] = std::exchange(s[0], 0);
    out.within[k] = std::max(0.0, tree.diameter() - squares / (mass * mass));
  }
  return out;
}

}  // namespace mercer
