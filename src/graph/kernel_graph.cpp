#include "graph/kernel_graph.hpp"

#include <cmath>
#include <numeric>

#include "core/parallel.hpp"

namespace mercer {
namespace {

// Whether j is among the first k neighbours of i.
bool lists(const Neighbors& near, Index k, Index i, int j) {
  const int* row = near.indices.row(i).data();
  return std::find(row, row + k, j) != row + k;
}

// Rows that are filled one entry after the other.
class Rows {
 public:
  explicit Rows(const std::vector<int>& sizes) : graph_(size(sizes), size(sizes)), next_(sizes.size()) {
    int* starts = graph_.outerIndexPtr();
    starts[0] = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      starts[i + 1] = starts[i] + sizes[i];
      next_[i] = starts[i];
    }
    graph_.resizeNonZeros(starts[sizes.size()]);
  }
  void put(Index i, int j, double weight) {
    const int at = next_[static_cast<std::size_t>(i)]++;
    graph_.innerIndexPtr()[at] = j;
    graph_.valuePtr()[at] = weight;
  }
  // In the order of their columns.
  SparseMatrix sorted() && {
    parallel_points(graph_.rows(), 100, [&](Index begin, Index end) {
      std::vector<std::pair<int, double>> row;
      for (Index i = begin; i < end; ++i) {
        row.clear();
        const int from = graph_.outerIndexPtr()[i], to = graph_.outerIndexPtr()[i + 1];
        for (int e = from; e < to; ++e) row.emplace_back(graph_.innerIndexPtr()[e], graph_.valuePtr()[e]);
        std::sort(row.begin(), row.end());
        for (int e = from; e < to; ++e) {
          graph_.innerIndexPtr()[e] = row[static_cast<std::size_t>(e - from)].first;
          graph_.valuePtr()[e] = row[static_cast<std::size_t>(e - from)].second;
        }
      }
    });
    SparseMatrix out;
    out.swap(graph_);
    return out;
  }

 private:
  static Index size(const std::vector<int>& sizes) { return static_cast<Index>(sizes.size()); }
  SparseMatrix graph_;
  std::vector<int> next_;
};

}  // namespace

Vector self_tuning_widths(const Neighbors& near) {
  const Index rank = std::min<Index>(7, near.distances.cols());
  const double least = 1e-12 * std::max(near.distances.maxCoeff(), 1e-280);
  return near.distances.col(rank - 1).cwiseMax(least);
}

EdgeWeight self_tuning_weight(const Vector& widths) {
  return [&widths](int a, int b, double length) {
    return std::max(1e-8, std::exp(-(length / widths[a]) * (length / widths[b])));
  };
}

SparseMatrix joined_neighbors(const Neighbors& near, Index k, const std::vector<Edge>& tree,
                              const EdgeWeight& near_weight, const EdgeWeight& tree_weight) {
  const Index n = near.indices.rows();
  // A pair that list each other is put by both, one that only one end lists twice by that one.
  std::vector<int> sizes(static_cast<std::size_t>(n), static_cast<int>(k));
  const auto each_single = [&](auto&& f) {
    for (Index i = 0; i < n; ++i)
      for (Index c = 0; c < k; ++c)
        if (const int j = near.indices(i, c); !lists(near, k, j, static_cast<int>(i))) f(i, j, c);
  };
  const auto each_lone_edge = [&](auto&& f) {
    for (const Edge& e : tree)
      if (!lists(near, k, e.a, e.b) && !lists(near, k, e.b, e.a)) f(e);
  };
  each_single([&](Index, int j, Index) { ++sizes[static_cast<std::size_t>(j)]; });
  each_lone_edge([&](const Edge& e) {
    ++sizes[static_cast<std::size_t>(e.a)];
    ++sizes[static_cast<std::size_t>(e.b)];
  });
  Rows rows(sizes);
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < k; ++c)
      rows.put(i, near.indices(i, c),
               near_weight(static_cast<int>(i), near.indices(i, c), near.distances(i, c)));
  each_single([&](Index i, int j, Index c) {
    rows.put(j, static_cast<int>(i), near_weight(j, static_cast<int>(i), near.distances(i, c)));
  });
  each_lone_edge([&](const Edge& e) {
    const double weight = tree_weight(e.a, e.b, e.weight);
    rows.put(e.a, e.b, weight);
    rows.put(e.b, e.a, weight);
  });
  return std::move(rows).sorted();
}

SparseMatrix kernel_graph(const Neighbors& near, Index k, const std::vector<Edge>& tree) {
  const Vector widths = self_tuning_widths(near);
  const EdgeWeight weight = self_tuning_weight(widths);
  return joined_neighbors(near, k, tree, weight, weight);
}

}  // namespace mercer
