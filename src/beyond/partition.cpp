#include "beyond/partition.hpp"

#include "core/parallel.hpp"

namespace mercer {

// mean distance = diameter - (1 / mass^2) sum over nodes of branch(u) s(u)^2, s(u) the mass of the cluster
// below
PartitionCost partition_cost(const Ultrametric& tree, const Vector& weights, const Labels& labels,
                             Index clusters) {
  PartitionCost out{Vector::Zero(clusters), Vector::Zero(clusters)};
  std::vector<double> s;
  for (Index k = 0; k < clusters; ++k) {
    ask_to_go_on();
    s.assign(static_cast<std::size_t>(tree.nodes()), 0);
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (labels[i] == k) s[static_cast<std::size_t>(tree.node_of[i])] = weights[static_cast<Index>(i)];
    double squares = 0;
    for (std::size_t u = s.size() - 1; u > 0; --u) {
      s[static_cast<std::size_t>(tree.parent[u])] += s[u];
      squares += tree.branch(u) * s[u] * s[u];
    }
    out.mass[k] = s[0];
    out.within[k] = std::max(0.0, tree.diameter() - squares / (s[0] * s[0]));
  }
  return out;
}

}  // namespace mercer
