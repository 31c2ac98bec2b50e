#include "mercer/neighbors.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "core/parallel.hpp"
#include "core/refuse.hpp"
#include "data/finite.hpp"
#include "data/kind.hpp"
#include "neighbors/blocked.hpp"
#include "neighbors/kd_tree.hpp"
#include "neighbors/measure.hpp"
#include "neighbors/pair_search.hpp"
#include "neighbors/unit_rows.hpp"

namespace mercer {
namespace {

// Where a kd-tree beats products of blocks (bench/neighbors_bench.cpp): what a query costs grows with the
// columns there, and with the points here. A tree must also pay for its building, and visits most of its
// leaves when a good part of the points is wanted.
bool tree_is_faster(const Data& queries, const Data& points, Index k) {
  const Index n = points.size(), d = points.dimensions();
  if (points.is_sparse() || d < 1 || k > n / 8 || queries.size() < n / 16) return false;
  return d <= 3 || static_cast<double>(d) <= std::log2(static_cast<double>(n)) - 8;
}

void check_count(Index k, Index available, bool among_others) {
  if (k < 1) refuse(fmt::format("neighbors = {} must be at least 1", k));
  if (k > available)
    refuse(fmt::format("neighbors = {} exceeds the {}{} points; lower neighbors", k, available,
                       among_others ? " other" : ""));
  if (available > std::numeric_limits<int>::max() - 1)
    refuse(fmt::format("{} points are more than 2^31; take a sample", available));
}

// Of larger values squared distances overflow.
void check_scale(const Data& data) {
  const double most = 1e153 / std::sqrt(static_cast<double>(std::max<Index>(1, data.dimensions())));
  data.visit([&]<class V>(const V& v) {
    const auto check = [&](double value, Index row) {
      if (std::abs(value) > most)
        throw Error(Fault::data, fmt::format("value {} of point {} is too large: its square overflows; scale "
                                             "the data (`standardize`)",
                                             value, row + 1));
    };
    if constexpr (std::is_same_v<V, SparseMatrix>) {
      for (Index i = 0; i < v.rows(); ++i)
        for (SparseMatrix::InnerIterator it(v, i); it; ++it) check(it.value(), i);
    } else {
      for (Index i = 0; i < v.rows; ++i)
        for (Index j = 0; j < v.columns; ++j) check(static_cast<double>(v.row(i)[j]), i);
    }
  });
}

Neighbors find(const Data& queries, const Data& points, Index k, bool among_others, Metric metric) {
  if (queries.size() == 0) return {MatrixOf<int>(0, k), Matrix(0, k)};
  if (metric == Metric::cosine) {
    // Documents without a common word are equally far apart, whatever the last bits of their lengths are.
    constexpr double grain = 0x1p-44;
    const Data unit = unit_rows(points);
    Neighbors out = blocked_neighbors(among_others ? unit : unit_rows(queries), unit, k, among_others, grain);
    out.distances = 0.5 * out.distances.cwiseAbs2();
    return out;
  }
  if (tree_is_faster(queries, points, k)) return tree_neighbors(queries, points, k, among_others);
  if (const PairSearch* elsewhere = pair_search_of_thread())
    if (auto found = elsewhere->nearest(queries, points, k, among_others)) return *std::move(found);
  return blocked_neighbors(queries, points, k, among_others);
}

}  // namespace

Neighbors nearest_neighbors(const Data& points, Index k, const NeighborOptions& options) {
  check_count(k, points.size() - 1, true);
  check_finite(points);
  if (options.metric == Metric::euclidean) check_scale(points);
  const ThreadScope scope(options.threads);
  return find(points, points, k, true, options.metric);
}

Neighbors nearest_neighbors(const Data& queries, const Data& points, Index k,
                            const NeighborOptions& options) {
  check_count(k, points.size(), false);
  if (queries.dimensions() != points.dimensions())
    throw Error(Fault::data, fmt::format("the queries have {} columns but the points have {}",
                                         queries.dimensions(), points.dimensions()));
  for (const Data* data : {&queries, &points}) {
    check_finite(*data);
    if (options.metric == Metric::euclidean) check_scale(*data);
  }
  const ThreadScope scope(options.threads);
  return find(same_kind(queries, points), points, k, false, options.metric);
}

Neighbors nearest_by_distance(const Data& distances, Index k, bool among_others, int threads) {
  const Index m = distances.size(), n = distances.dimensions();
  check_count(k, among_others ? n - 1 : n, among_others);
  if (distances.is_sparse())
    throw Error(Fault::data,
                "sparse distances do not say how far apart absent pairs are; give a dense matrix");
  if (among_others && m != n)
    throw Error(Fault::data, fmt::format("the matrix of distances has {} rows and {} columns; it must be "
                                         "square: give one row and one column per point",
                                         m, n));
  check_finite(distances);
  const ThreadScope scope(threads);
  Neighbors out{MatrixOf<int>(m, k), Matrix(m, k)};
  distances.visit([&]<class V>(const V& v) {
    if constexpr (!std::is_same_v<V, SparseMatrix>)
      parallel_points(m, n, [&](Index begin, Index end) {
        std::vector<Measured> row;
        for (Index i = begin; i < end; ++i) {
          row.clear();
          for (Index h = 0; h < n; ++h)
            if (!among_others || h != i)
              row.push_back({static_cast<double>(v.row(i)[h]), static_cast<int>(h)});
          std::partial_sort(row.begin(), row.begin() + k, row.end());
          for (Index c = 0; c < k; ++c) {
            out.indices(i, c) = row[static_cast<std::size_t>(c)].index;
            out.distances(i, c) = row[static_cast<std::size_t>(c)].d2;
          }
        }
      });
  });
  return out;
}

}  // namespace mercer
