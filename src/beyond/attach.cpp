#include <algorithm>

#include "beyond/tree_cut.hpp"

namespace mercer {
namespace {

constexpr int mixed = -1;

int& at(Labels& labels, int i) { return labels[static_cast<std::size_t>(i)]; }

// Sets of objects that edges join before an edge leads to another cluster. Of equally long edges those inside
// a cluster come first, so that ties don't decide.
DisjointSets pure_sets(const std::vector<Edge>& edges, Labels label) {
  DisjointSets all(static_cast<Index>(label.size())), pure = all;
  for (auto begin = edges.begin(); begin != edges.end();) {
    const auto end =
        std::find_if(begin, edges.end(), [&](const Edge& e) { return e.weight > begin->weight; });
    for (const bool inside : {true, false})
      for (auto edge = begin; edge != end; ++edge) {
        const int a = all.find(edge->a), b = all.find(edge->b);
        const bool same = at(label, a) >= 0 && at(label, a) == at(label, b);
        if (a == b || same != inside) continue;
        all.attach(b, a);
        if (inside)
          pure.attach(pure.find(edge->b), pure.find(edge->a));
        else
          at(label, a) = mixed;
      }
    begin = end;
  }
  return pure;
}

// The label of each object in the largest pure set of its cluster, `mixed` for the others; whether every such
// set holds half of its cluster.
struct Cores {
  Labels labels;
  bool large = true;
};
Cores cores_of(const std::vector<Edge>& edges, const Labels& labels) {
  const auto clusters = static_cast<std::size_t>(*std::max_element(labels.begin(), labels.end()) + 1);
  DisjointSets pure = pure_sets(edges, labels);
  std::vector<int> members(labels.size()), size(clusters), core(clusters, -1);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    ++members[static_cast<std::size_t>(pure.find(static_cast<int>(i)))];
    ++size[static_cast<std::size_t>(labels[i])];
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const int set = pure.find(static_cast<int>(i));
    int& best = core[static_cast<std::size_t>(labels[i])];
    if (best < 0 || members[static_cast<std::size_t>(set)] > members[static_cast<std::size_t>(best)])
      best = set;
  }
  Cores out{Labels(labels.size(), mixed)};
  for (std::size_t k = 0; k < clusters; ++k)
    out.large = out.large && 2 * members[static_cast<std::size_t>(core[k])] >= size[k];
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (pure.find(static_cast<int>(i)) == core[static_cast<std::size_t>(labels[i])])
      out.labels[i] = labels[i];
  return out;
}

}  // namespace

bool attach_to_cores(const std::vector<Edge>& edges, bool guarded, Labels& labels) {
  Cores cores = cores_of(edges, labels);
  if (guarded && !cores.large) return false;
  DisjointSets sets(static_cast<Index>(labels.size()));
  for (const Edge& edge : edges) {
    const int a = sets.find(edge.a), b = sets.find(edge.b);
    const int of_a = at(cores.labels, a), of_b = at(cores.labels, b);
    if (of_a >= 0 && of_b >= 0 && of_a != of_b) continue;  // two cores are never joined
    sets.attach(b, a);
    at(cores.labels, a) = std::max(of_a, of_b);
  }
  for (std::size_t i = 0; i < labels.size(); ++i)
    labels[i] = at(cores.labels, sets.find(static_cast<int>(i)));
  return true;
}

}  // namespace mercer
