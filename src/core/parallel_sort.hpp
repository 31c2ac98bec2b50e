// Sorting on all threads: fixed blocks are sorted and merged pairwise. The order must be total, so that the
// result does not depend on the blocks.
#pragma once

#include <algorithm>
#include <vector>

#include "core/parallel.hpp"

namespace mercer {

template <class T>
void parallel_sort(std::vector<T>& values) {
  constexpr Index least = 1 << 16;
  const auto n = static_cast<Index>(values.size());
  Index blocks = 1;
  while (blocks < 16 && n / (2 * blocks) >= least) blocks *= 2;
  const auto at = [&](Index block) { return values.begin() + block * n / blocks; };
  parallel_blocks(blocks, [&](Index b) { std::sort(at(b), at(b + 1)); });
  for (Index width = 1; width < blocks; width *= 2)
    parallel_blocks(blocks / (2 * width), [&](Index pair) {
      const Index b = 2 * width * pair;
      std::inplace_merge(at(b), at(b + width), at(b + 2 * width));
    });
}

}  // namespace mercer
