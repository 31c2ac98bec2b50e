#include "graph/pair_rounds.hpp"

#include <tuple>

#include "core/progress.hpp"
#include "core/ranks.hpp"

namespace mercer {
namespace {

// In each round every component takes its lightest edge to the outside, and these edges join components. The
// order of edges has no ties, so the tree is unique. An edge of a point stays its lightest one until its
// other end is in the same component: only then is the point asked again.
class PairRounds {
 public:
  explicit PairRounds(Index size)
      : sets_(size), component_(static_cast<std::size_t>(size)), edges_(component_.size()) {
    for (std::size_t i = 0; i < component_.size(); ++i) component_[i] = static_cast<int>(i);
  }

  std::vector<Edge> run(const OutsideSearch& search, Control* control) {
    Progress progress(control, "spanning tree", static_cast<std::int64_t>(component_.size()) - 1);
    while (tree_.size() + 1 < component_.size()) {
      if (progress.stopped()) return {};
      const std::vector<int> asked = without_edge();
      const std::vector<LightEdge> found = lightest(search, asked);
      for (std::size_t e = 0; e < asked.size(); ++e) edges_[static_cast<std::size_t>(asked[e])] = found[e];
      const std::size_t before = tree_.size();
      join();
      progress.done(static_cast<std::int64_t>(tree_.size() - before));
    }
    return std::move(tree_);
  }

 private:
  // Each rank asks for its share of the points; then all know what the others found.
  std::vector<LightEdge> lightest(const OutsideSearch& search, const std::vector<int>& asked) const {
    const Ranks ranks;
    const Range own = ranks.share(std::ssize(asked));
    const std::vector<int> mine(asked.begin() + own.begin, asked.begin() + own.end);
    return ranks.gather_list(mine.empty() ? std::vector<LightEdge>{} : search.lightest(mine, component_));
  }
  std::vector<int> without_edge() const {
    std::vector<int> out;
    for (std::size_t i = 0; i < edges_.size(); ++i)
      if (edges_[i].other < 0 || component_[static_cast<std::size_t>(edges_[i].other)] == component_[i])
        out.push_back(static_cast<int>(i));
    return out;
  }
  bool lighter(int a, int b) const {
    const LightEdge &x = edges_[static_cast<std::size_t>(a)], &y = edges_[static_cast<std::size_t>(b)];
    return std::tuple(x.weight, x.distance, ends_key(a, x.other)) <
           std::tuple(y.weight, y.distance, ends_key(b, y.other));
  }
  void join() {
    std::vector<int> best(component_.size(), -1);  // of each component: the point with the lightest edge
    for (std::size_t i = 0; i < component_.size(); ++i)
      if (int& own = best[static_cast<std::size_t>(component_[i])];
          own < 0 || lighter(static_cast<int>(i), own))
        own = static_cast<int>(i);
    for (const int i : best) {
      if (i < 0) continue;
      const LightEdge& edge = edges_[static_cast<std::size_t>(i)];
      const int a = sets_.find(i), b = sets_.find(edge.other);
      if (a == b) continue;  // the other component took the same edge
      sets_.attach(std::max(a, b), std::min(a, b));
      tree_.push_back({i, edge.other, edge.weight});
    }
    for (std::size_t i = 0; i < component_.size(); ++i) component_[i] = sets_.find(static_cast<int>(i));
  }

  DisjointSets sets_;
  std::vector<int> component_;
  std::vector<LightEdge> edges_;  // of each point
  std::vector<Edge> tree_;
};

}  // namespace

std::vector<Edge> pair_rounds(Index size, const OutsideSearch& search, Control* control) {
  if (size < 2) return {};
  return PairRounds(size).run(search, control);
}

}  // namespace mercer
