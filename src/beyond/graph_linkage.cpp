#include "beyond/graph_linkage.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "graph/dendrogram.hpp"
#include "graph/edge.hpp"

namespace mercer {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Agglomeration {
 public:
  Agglomeration(const SparseMatrix& graph, const Labels& start, GraphSimilarity linkage)
      : linkage_(linkage),
        count_(1 + *std::max_element(start.begin(), start.end())),
        sets_(count_),
        links_(at(count_)),
        size_(at(count_)),
        version_(at(count_)),
        volume_(at(count_)),
        sum_(at(count_)) {
    std::vector<std::vector<int>> members(at(count_));
    for (std::size_t i = 0; i < start.size(); ++i) members[at(start[i])].push_back(static_cast<int>(i));
    for (int a = 0; a < count_; ++a) {
      size_[at(a)] = static_cast<int>(members[at(a)].size());
      for (const int i : members[at(a)])
        for (SparseMatrix::InnerIterator edge(graph, i); edge; ++edge) {
          volume_[at(a)] += edge.value();
          gather(a, start[static_cast<std::size_t>(edge.col())], edge.value());
        }
      links_[at(a)] = gathered();
    }
    std::vector<Pair> pairs;
    for (int a = 0; a < count_; ++a)
      for (const Link& link : links_[at(a)])
        if (a < link.to) pairs.push_back(pair(a, link));
    pairs_ = std::priority_queue<Pair>(std::less<Pair>(), std::move(pairs));
  }

  // The groups that were kept and those that joined them, in turn.
  std::vector<std::pair<int, int>> join_until(Index clusters) {
    std::vector<std::pair<int, int>> joins;
    Index left = count_;
    while (left > clusters && !pairs_.empty()) {
      const Pair best = pairs_.top();
      pairs_.pop();
      if (version_[at(best.a)] != best.version_a || version_[at(best.b)] != best.version_b) continue;
      const bool smaller = size_[at(best.a)] < size_[at(best.b)];
      joins.emplace_back(smaller ? best.b : best.a, smaller ? best.a : best.b);
      join(joins.back().first, joins.back().second);
      --left;
    }
    return joins;
  }

 private:
  struct Link {
    int to;  // a cluster, or one that has since joined another
    double weight;
  };
  // Two clusters as they were when their similarity was taken; stale once either has changed.
  struct Pair {
    double similarity;
    int a, b, version_a, version_b;
    bool operator<(const Pair& o) const {
      if (similarity != o.similarity) return similarity < o.similarity;
      return a != o.a ? a > o.a : b > o.b;
    }
  };
  static constexpr int gone = -1;

  double similarity(int a, int b, double weight) const {
    switch (linkage_) {
      case GraphSimilarity::average:
        return weight / (static_cast<double>(size_[at(a)]) * size_[at(b)]);
      case GraphSimilarity::volume:
        return weight / (volume_[at(a)] * volume_[at(b)]);
      default:
        return weight / std::sqrt(volume_[at(a)] * volume_[at(b)]);
    }
  }
  Pair pair(int a, const Link& link) const {
    const int x = std::min(a, link.to), y = std::max(a, link.to);
    return {similarity(x, y, link.weight), x, y, version_[at(x)], version_[at(y)]};
  }

  // Weights to the same cluster are added up.
  void gather(int from, int to, double weight) {
    if (from == to) return;
    if (sum_[at(to)] == 0) touched_.push_back(to);
    sum_[at(to)] += weight;
  }
  std::vector<Link> gathered() {
    std::vector<Link> links;
    links.reserve(touched_.size());
    for (const int to : touched_) {
      links.push_back({to, sum_[at(to)]});
      sum_[at(to)] = 0;
    }
    touched_.clear();
    return links;
  }

  // Others still name b in their lists; they find `a` in its place when it is their turn.
  void join(int a, int b) {
    sets_.attach(b, a);
    size_[at(a)] += size_[at(b)];
    volume_[at(a)] += volume_[at(b)];
    version_[at(b)] = gone;
    ++version_[at(a)];
    for (const int part : {a, b})
      for (const Link& link : links_[at(part)]) gather(a, sets_.find(link.to), link.weight);
    links_[at(b)] = {};
    links_[at(a)] = gathered();
    for (const Link& link : links_[at(a)]) pairs_.push(pair(a, link));
  }

  GraphSimilarity linkage_;
  int count_;
  DisjointSets sets_;
  std::vector<std::vector<Link>> links_;
  std::vector<int> size_, version_;
  std::vector<double> volume_, sum_;
  std::vector<int> touched_;
  std::priority_queue<Pair> pairs_;
};

}  // namespace

Labels JoinedGroups::at(Index clusters) const {
  const Index groups = 1 + *std::max_element(start.begin(), start.end());
  const auto made = static_cast<std::size_t>(std::clamp<Index>(groups - clusters, 0, std::ssize(joins)));
  DisjointSets sets(groups);
  for (std::size_t t = 0; t < made; ++t) sets.attach(joins[t].second, joins[t].first);
  Labels out;
  out.reserve(start.size());
  for (const int group : start) out.push_back(sets.find(group));
  number_by_first(out);
  return out;
}

JoinedGroups join_groups(const SparseMatrix& graph, Labels start, Index least, GraphSimilarity linkage) {
  auto joins = Agglomeration(graph, start, linkage).join_until(least);
  return {std::move(start), std::move(joins)};
}

Labels agglomerate(const SparseMatrix& graph, const Labels& start, Index clusters, GraphSimilarity linkage) {
  return join_groups(graph, start, clusters, linkage).at(clusters);
}

Labels nearest_neighbor_groups(const Neighbors& near) {
  const Index n = near.indices.rows();
  DisjointSets sets(n);
  for (Index i = 0; i < n; ++i) {
    const int a = sets.find(static_cast<int>(i)), b = sets.find(near.indices(i, 0));
    sets.attach(std::max(a, b), std::min(a, b));
  }
  Labels groups(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) groups[static_cast<std::size_t>(i)] = sets.find(static_cast<int>(i));
  number_by_first(groups);
  return groups;
}

}  // namespace mercer
