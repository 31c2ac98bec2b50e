// Random rows of the data.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/random.hpp"
#include "mercer/types.hpp"

namespace mercer::automatic {

// Above this number of points, some parts are left out or use this many random points.
inline constexpr Index large = 20000;

// More points than these are clustered by a random sample of as many: neighbours and trees of many columns
// cost n^2, and ten times as many points in few columns find the clusters that all of them find.
inline constexpr Index few_columns = 8;
inline Index most_contested(Index columns) { return columns > few_columns ? large : 10 * large; }

// How many points are looked at where the number of clusters, or the value of a parameter, is sought: a
// search takes many fits.
inline Index looked_at(Index points) {
  constexpr Index most = 10000, sample = 6000;
  return points > most ? sample : points;
}

// `count` of n rows, in random order.
inline std::vector<Index> random_rows(Index n, Index count, std::uint64_t seed, std::uint64_t stream) {
  std::vector<Index> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), Index{0});
  Random random(seed, stream);
  for (Index i = 0; i < std::min(count, n - 1); ++i)
    std::swap(rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(i + random.below(n - i))]);
  rows.resize(static_cast<std::size_t>(std::min(n, count)));
  return rows;
}
inline std::vector<Index> sorted_random_rows(Index n, Index count, std::uint64_t seed, std::uint64_t stream) {
  std::vector<Index> rows = random_rows(n, count, seed, stream);
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace mercer::automatic
