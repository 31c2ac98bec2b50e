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
