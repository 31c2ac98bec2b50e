#include <algorithm>

#include "beyond/tree_cut.hpp"

namespace mercer {

bool attach_to_cores(const Ultrametric& tree, const std::vector<Edge>& edges, bool guarded, Labels& labels) {
  constexpr int mixed = -1, unknown = -2;
  const int clusters = *std::max_element(labels.begin(), labels.end()) + 1;
  std::vector<int> label(static_cast<std::size_t>(tree.nodes()), unknown);
  for (std::size_t i = 0; i < labels.size(); ++i)
    label[static_cast<std::size_t>(tree.node_of[i])] = labels[i];
  for (std::size_t u = label.size() - 1; u > 0; --u) {
    int& above = label[static_cast<std::size_t>(tree.parent[u])];
    above = above == unknown || above == label[u] ? label[u] : mixed;
  }
  std::vector<std::size_t> core(static_cast<std::size_t>(clusters), label.size());
  std::vector<int> core_size(core.size()), size(core.size());
  for (std::size_t u = 0; u < label.size(); ++u)
    if (label[u] >= 0 && tree.objects[u] > core_size[static_cast<std::size_t>(label[u])]) {
      core[static_cast<std::size_t>(label[u])] = u;
      core_size[static_cast<std::size_t>(label[u])] = tree.objects[u];
    }
  for (const int k : labels) ++size[static_cast<std::size_t>(k)];
  for (std::size_t k = 0; guarded && k < core.size(); ++k)
    if (2 * core_size[k] < size[k]) return false;

  DisjointSets sets(tree.size());
  Labels of_set(labels.size(), unknown);  // by the root of a set
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto u = static_cast<std::size_t>(tree.node_of[i]), c = core[static_cast<std::size_t>(labels[i])];
    if (u >= c && u < static_cast<std::size_t>(tree.end(static_cast<Index>(c)))) of_set[i] = labels[i];
  }
  for (const Edge& edge : edges) {
    const int a = sets.find(edge.a), b = sets.find(edge.b);
    const int of_a = of_set[static_cast<std::size_t>(a)], of_b = of_set[static_cast<std::size_t>(b)];
    if (of_a >= 0 && of_b >= 0 && of_a != of_b) continue;
    sets.attach(b, a);
    of_set[static_cast<std::size_t>(a)] = std::max(of_a, of_b);
  }
  for (std::size_t i = 0; i < labels.size(); ++i)
    labels[i] = of_set[static_cast<std::size_t>(sets.find(static_cast<int>(i)))];
  return true;
}

}  // namespace mercer
