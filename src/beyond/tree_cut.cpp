#include "beyond/tree_cut.hpp"

#include <algorithm>

#include "beyond/tree_lloyd.hpp"
#include "beyond/tree_parts.hpp"

namespace mercer {
namespace {

constexpr int swap_rounds = 20, ruin_rounds = 30;

// Takes two or three cuts back, makes one somewhere and the others where most is gained; keeps what is
// better.
void ruin_and_recreate(TreeParts& pieces, const TreeCutOptions& o) {
  const auto clusters = static_cast<std::size_t>(o.clusters);
  std::vector<TreeParts::Part> best = pieces.parts();
  double least = pieces.cost();
  Random random(o.seed);
  for (int round = 0; round < ruin_rounds && !(o.control && o.control->stop); ++round) {
    const auto taken = std::min(clusters - 1, 2 + static_cast<std::size_t>(random.below(2)));
    for (std::size_t t = 0; t < taken; ++t)  // part 0 is that of the root: it has no cut to take back
      pieces.uncut(1 + static_cast<std::size_t>(random.below(static_cast<std::int64_t>(pieces.count()) - 1)));
    pieces.cut_somewhere(random);
    pieces.greedy(clusters);
    pieces.swap(swap_rounds);
    if (pieces.count() == clusters && pieces.cost() < least - pieces.tolerance()) {
      least = pieces.cost();
      best = pieces.parts();
    }
    pieces.restore(best);
  }
}

// Labels of the tree's nodes.
Labels cut_labels(const CondensedTree& tree, const TreeCutOptions& o, double& guarantee) {
  const auto clusters = static_cast<std::size_t>(o.clusters);
  TreeParts pieces(tree);
  const std::vector<TreeParts::Part> whole = pieces.parts();
  pieces.greedy(clusters);
  const std::vector<TreeParts::Part> greedy = pieces.parts();
  const double greedy_cost = pieces.cost();
  pieces.restore(whole);
  pieces.cut_at(median_cuts(tree, o.clusters));
  guarantee = pieces.cost();
  if (greedy_cost < guarantee) pieces.restore(greedy);
  pieces.swap(swap_rounds);
  if (clusters > 2) ruin_and_recreate(pieces, o);
  return pieces.labels();
}

Labels object_labels(const CondensedTree& tree, const Labels& of_nodes) {
  Labels labels;
  labels.reserve(tree.node_of.size());
  for (const int node : tree.node_of) labels.push_back(of_nodes[static_cast<std::size_t>(node)]);
  return labels;
}

}  // namespace

TreeCutFit tree_cut(const Ultrametric& tree, const TreeCutOptions& o) {
  TreeCutFit fit;
  TreeLloyd end;
  {
    const CondensedTree top = condensed_tree(tree, o.weights, most_cut_nodes);
    Labels labels = cut_labels(top, o, fit.guarantee);
    end = tree_lloyd(top, o.clusters, labels);
    fit.labels = object_labels(top, labels);
  }
  if (!end.whole) {
    const CondensedTree all = whole_tree(tree, o.weights);
    Labels labels(all.nodes(), 0);
    for (std::size_t i = 0; i < fit.labels.size(); ++i)
      labels[static_cast<std::size_t>(all.node_of[i])] = fit.labels[i];
    end = tree_lloyd(all, o.clusters, labels);
    fit.labels = object_labels(all, labels);
  }
  fit.cost = std::max(0.0, end.cost);
  fit.iterations = end.iterations;
  return fit;
}

}  // namespace mercer
