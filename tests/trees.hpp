// Trees and what they must agree with, written differently: all pairs, all paths, all partitions.
#pragma once

#include "graph/dendrogram.hpp"
#include "graph/spanning_tree.hpp"
#include "graph/ultrametric.hpp"
#include "support.hpp"

namespace mercer::test {

// All pairs, straight from the definitions.
inline Matrix pair_distances(const Matrix& X, PathMetric metric) {
  Matrix D(X.rows(), X.rows());
  for (Index i = 0; i < X.rows(); ++i)
    for (Index j = 0; j < X.rows(); ++j) {
      const Vector difference = (X.row(i) - X.row(j)).transpose();
      switch (metric) {
        case PathMetric::manhattan:
          D(i, j) = difference.lpNorm<1>();
          break;
        case PathMetric::chebyshev:
          D(i, j) = difference.lpNorm<Eigen::Infinity>();
          break;
        case PathMetric::cosine:
          D(i, j) = i == j ? 0 : 1 - X.row(i).dot(X.row(j)) / X.row(i).norm() / X.row(j).norm();
          break;
        default:
          D(i, j) = difference.norm();
      }
    }
  return D;
}

// max(distance, core of both), the core distance being that to the (min_points - 1)-th other point.
inline Matrix mutual_reachability(const Matrix& D, Index min_points) {
  Vector core = Vector::Zero(D.rows());
  for (Index i = 0; i < D.rows() && min_points > 1; ++i) {
    std::vector<double> row(D.row(i).begin(), D.row(i).end());
    row.erase(row.begin() + i);
    std::sort(row.begin(), row.end());
    core[i] = row[static_cast<std::size_t>(min_points - 2)];
  }
  Matrix R = D;
  for (Index i = 0; i < D.rows(); ++i)
    for (Index j = 0; j < D.rows(); ++j) R(i, j) = i == j ? 0 : std::max({D(i, j), core[i], core[j]});
  return R;
}

// The largest gap on the best path, by letting every point in turn be a stop on the way.
inline Matrix largest_gaps(Matrix D) {
  for (Index stop = 0; stop < D.rows(); ++stop)
    for (Index i = 0; i < D.rows(); ++i)
      for (Index j = 0; j < D.rows(); ++j) D(i, j) = std::min(D(i, j), std::max(D(i, stop), D(stop, j)));
  return D;
}

// The distance of two objects: the height of the first node above both.
inline double distance_in(const Ultrametric& tree, Index i, Index j) {
  auto u = static_cast<std::size_t>(tree.node_of[static_cast<std::size_t>(i)]);
  auto v = static_cast<std::size_t>(tree.node_of[static_cast<std::size_t>(j)]);
  while (u != v) (u > v ? u : v) = static_cast<std::size_t>(tree.parent[u > v ? u : v]);
  return tree.height[u];
}
inline Matrix all_distances_in(const Ultrametric& tree) {
  Matrix D(tree.size(), tree.size());
  for (Index i = 0; i < tree.size(); ++i)
    for (Index j = 0; j < tree.size(); ++j) D(i, j) = distance_in(tree, i, j);
  return D;
}

inline Ultrametric tree_of(const Matrix& X, const Connectivity& paths = {}) {
  return ultrametric_of(single_linkage(spanning_tree(Data(X), paths).edges));
}

// Random merges: `kind` 0: heights at random; 1: of few different values; 2: mostly one by one; 3: single
// linkage of random points.
inline Ultrametric random_tree(Index n, int kind, std::uint64_t seed) {
  Random random(seed);
  if (kind == 3) return tree_of(blobs(n, 2, std::min<Index>(n, 3), seed, 2));
  std::vector<double> heights;
  for (Index t = 0; t + 1 < n; ++t)
    heights.push_back(kind == 1 ? static_cast<double>(1 + random.below(4)) : random.uniform());
  std::sort(heights.begin(), heights.end());
  std::vector<std::pair<int, int>> open;  // node and size
  for (Index i = 0; i < n; ++i) open.emplace_back(static_cast<int>(i), 1);
  Dendrogram out;
  for (Index t = 0; t + 1 < n; ++t) {
    const auto count = static_cast<std::int64_t>(open.size());
    std::int64_t a = random.below(count);
    if (kind == 2 && random.uniform() < 0.8) a = count - 1;
    std::int64_t b = random.below(count - 1);
    if (b >= a) ++b;
    const auto x = open[static_cast<std::size_t>(a)], y = open[static_cast<std::size_t>(b)];
    out.merges.push_back({x.first, y.first, x.second + y.second, heights[static_cast<std::size_t>(t)]});
    open.erase(open.begin() + std::max(a, b));
    open.erase(open.begin() + std::min(a, b));
    open.emplace_back(static_cast<int>(n + t), x.second + y.second);
  }
  return ultrametric_of(out);
}

// H = sum over clusters of (1 / size) sum over pairs of d
inline double pair_cost(const Matrix& D, const Labels& labels) {
  const int clusters = 1 + *std::max_element(labels.begin(), labels.end());
  Vector sum = Vector::Zero(clusters), size = Vector::Zero(clusters);
  for (Index i = 0; i < D.rows(); ++i) {
    ++size[labels[static_cast<std::size_t>(i)]];
    for (Index j = 0; j < D.rows(); ++j)
      if (labels[static_cast<std::size_t>(i)] == labels[static_cast<std::size_t>(j)])
        sum[labels[static_cast<std::size_t>(i)]] += D(i, j);
  }
  double cost = 0;
  for (int k = 0; k < clusters; ++k)
    if (size[k] > 0) cost += sum[k] / size[k];
  return cost;
}

// The least cost over all partitions into `clusters` (few objects): the first object of each cluster is its
// number's first use.
inline double least_cost(const Matrix& D, Index clusters) {
  const Index n = D.rows();
  Labels labels(static_cast<std::size_t>(n), 0);
  double least = std::numeric_limits<double>::infinity();
  const auto go = [&](auto&& self, Index i, int used) -> void {
    if (n - i < clusters - used) return;
    if (i == n) {
      if (used == clusters) least = std::min(least, pair_cost(D, labels));
      return;
    }
    for (int k = 0; k <= std::min<int>(used, static_cast<int>(clusters) - 1); ++k) {
      labels[static_cast<std::size_t>(i)] = k;
      self(self, i + 1, std::max(used, k + 1));
    }
  };
  go(go, 0, 0);
  return least;
}

}  // namespace mercer::test
