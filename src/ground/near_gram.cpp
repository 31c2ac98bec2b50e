#include "ground/near_gram.hpp"

#include <algorithm>

#include "core/parallel.hpp"
#include "kernels/tiles.hpp"
#include "mercer/neighbors.hpp"
#include "neighbors/local_widths.hpp"

namespace mercer {
namespace {

using Pair = std::pair<Index, Index>;

// (i, h) with i <= h where one is among the nearest of the other, and every (i, i); in order, each once.
std::vector<Pair> near_pairs(const MatrixOf<int>& nearest) {
  std::vector<Pair> pairs;
  pairs.reserve(static_cast<std::size_t>(nearest.size() + nearest.rows()));
  for (Index i = 0; i < nearest.rows(); ++i) {
    pairs.emplace_back(i, i);
    for (Index c = 0; c < nearest.cols(); ++c) pairs.emplace_back(std::minmax<Index>(i, nearest(i, c)));
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

// values[p] = k of pairs[p], for the pairs begin .. end-1 of one point
void evaluate(const KernelTiles<double>& tiles, const std::vector<Pair>& pairs, std::size_t begin,
              std::size_t end, std::vector<double>& values) {
  std::vector<Index> others;
  for (std::size_t p = begin; p < end; ++p) others.push_back(pairs[p].second);
  PointBlock<double> own, near;
  tiles.pack(std::span(others).first(1), own);  // the point itself comes first
  tiles.pack(others, near);
  tiles.evaluate(own, near, values.data() + begin, static_cast<Index>(others.size()));
  values[begin] = tiles.self(own, 0);
}

}  // namespace

SparseMatrix near_gram(const Data& data, const Kernel& kernel, Index neighbors) {
  const Metric metric = std::holds_alternative<Cosine>(kernel) ? Metric::cosine : Metric::euclidean;
  const auto pairs = near_pairs(nearest_neighbors(data, neighbors, {.metric = metric}).indices);
  const KernelTiles<double> tiles(data, kernel, false, local_widths(kernel, data));
  std::vector<double> values(pairs.size());
  parallel_points(data.size(), neighbors * (data.dimensions() + 1), [&](Index begin, Index end) {
    const auto row_begin = [&](Index i) {
      const auto at = std::lower_bound(pairs.begin(), pairs.end(), Pair(i, i));
      return static_cast<std::size_t>(at - pairs.begin());
    };
    for (Index i = begin; i < end; ++i) evaluate(tiles, pairs, row_begin(i), row_begin(i + 1), values);
  });
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const auto [i, h] = pairs[p];
    entries.emplace_back(static_cast<int>(i), static_cast<int>(h), values[p]);
    if (i != h) entries.emplace_back(static_cast<int>(h), static_cast<int>(i), values[p]);
  }
  SparseMatrix K(data.size(), data.size());
  K.setFromTriplets(entries.begin(), entries.end());
  return K;
}

}  // namespace mercer
