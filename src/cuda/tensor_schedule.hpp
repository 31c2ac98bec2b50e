// Which thread block of the grid does what: blocks J of fixed points in order, each over streamed tiles t. A
// thread block takes one stretch of (J, t), cut at whole chunks, so that the stretches hold nearly the same
// number of tiles.
#pragma once

#include <cstdint>

#include "core/anywhere.hpp"

namespace mercer::device {

// Rows of the units that the tensor kernels work in.
constexpr int slice_rows = 16, tile_rows = 64, half_rows = 128, block_rows = 256;
constexpr int slices_of_tile = 4, slices_of_half = 8, slices_of_block = 16, tiles_of_block = 4;

struct Spot {
  int J, t;
};

// Where both sides are the same points, block J needs tiles up to its own only: 4 J + 4 of them.
template <bool Symmetric>
MERCER_ANYWHERE std::int64_t tiles_before(int J, int tiles) {
  return Symmetric ? std::int64_t{2} * J * (J + 1) : std::int64_t{J} * tiles;
}

// Where stretch b of `count` begins, for blocks first .. last - 1.
template <bool Symmetric>
MERCER_ANYWHERE Spot begin_of(int b, int count, int first, int last, int tiles, int chunk) {
  const std::int64_t from = tiles_before<Symmetric>(first, tiles), to = tiles_before<Symmetric>(last, tiles);
  const std::int64_t at = from + (to - from) * b / count;
  int low = first, high = last;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (tiles_before<Symmetric>(middle, tiles) <= at)
      low = middle;
    else
      high = middle - 1;
  }
  if (low >= last) return {last, 0};
  const int t = static_cast<int>((at - tiles_before<Symmetric>(low, tiles) + chunk / 2) / chunk) * chunk;
  if (t >= (Symmetric ? tiles_of_block * (low + 1) : tiles)) return {low + 1, 0};
  return {low, t};
}

}  // namespace mercer::device
