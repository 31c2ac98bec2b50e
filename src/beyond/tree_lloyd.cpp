#include "beyond/tree_lloyd.hpp"

#include <algorithm>
#include <limits>

namespace mercer {
namespace {

class Steps {
 public:
  Steps(const CondensedTree& tree, Index clusters) : tree_(tree), clusters_(static_cast<int>(clusters)) {
    for (std::size_t u = 0; u < tree.nodes(); ++u)
      if (tree.own[u] > 0) objects_.push_back(u);
  }

  // The nearest cluster of each object; returns the cost of `labels`. The squared distance to a mean is the
  // mean distance to the members, less half of the mean distance among them.
  double step(const Labels& labels, Labels& next) {
    nearest_.assign(tree_.nodes(), std::numeric_limits<double>::infinity());
    double cost = 0;
    for (int k = 0; k < clusters_; ++k) {
      const double within = mean_distances(labels, k), tie = 1e-12 * tree_.diameter();
      cost += mass_ * within;
      for (const std::size_t u : objects_) {
        const double d = tree_.diameter() - t_[u] - 0.5 * within;
        if (d < nearest_[u] - tie || (d <= nearest_[u] + tie && labels[u] == k)) {
          nearest_[u] = d;
          next[u] = k;
        }
      }
    }
    return cost;
  }

  bool all_used(const Labels& labels) const {
    std::vector<char> used(static_cast<std::size_t>(clusters_));
    for (const std::size_t u : objects_) used[static_cast<std::size_t>(labels[u])] = 1;
    return std::find(used.begin(), used.end(), 0) == used.end();
  }

  // Whether some node that stands for several objects changes its label. Its members are at least as near to
  // their own cluster as its top is, and as near to the others: while the top stays, they all stay.
  bool divides(const Labels& labels, const Labels& next) const {
    return std::any_of(objects_.begin(), objects_.end(),
                       [&](std::size_t u) { return labels[u] != next[u] && tree_.height[u] > 0; });
  }

 private:
  // t of every node (gram/tree_gram.cpp) for the mean of a cluster; returns the mean distance among its
  // members, diameter - (1 / mass^2) sum of branch(u) s(u)^2.
  double mean_distances(const Labels& labels, int k) {
    t_.assign(tree_.nodes(), 0);
    double squares = 0;
    for (const std::size_t u : objects_)
      if (labels[u] == k) {
        t_[u] = tree_.own[u];
        squares += tree_.inner[u];
      }
    for (std::size_t u = t_.size() - 1; u > 0; --u) t_[static_cast<std::size_t>(tree_.parent[u])] += t_[u];
    mass_ = t_[0];
    t_[0] = 0;
    for (std::size_t u = 1; u < t_.size(); ++u) {
      squares += tree_.branch(u) * t_[u] * t_[u];
      t_[u] = t_[static_cast<std::size_t>(tree_.parent[u])] + tree_.branch(u) * t_[u] / mass_;
    }
    return tree_.diameter() - squares / mass_ / mass_;
  }

  const CondensedTree& tree_;
  int clusters_;
  std::vector<std::size_t> objects_;
  std::vector<double> t_, nearest_;
  double mass_ = 0;
};

}  // namespace

TreeLloyd tree_lloyd(const CondensedTree& tree, Index clusters, Labels& labels) {
  constexpr Index most = 100;
  Steps steps(tree, clusters);
  TreeLloyd fit;
  Labels before;
  for (Index iteration = 1; iteration <= most; ++iteration) {
    Labels next = labels;
    const double cost = steps.step(labels, next);
    if (iteration > 1 && !(cost < fit.cost)) {  // no gain but rounding
      labels = std::move(before);
      break;
    }
    fit.cost = cost;
    fit.iterations = iteration;
    if (next == labels || !steps.all_used(next)) break;
    fit.whole = !steps.divides(labels, next);
    if (!fit.whole) break;
    before = std::move(labels);
    labels = std::move(next);
  }
  return fit;
}

}  // namespace mercer
