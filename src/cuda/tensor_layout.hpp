// How groups of points lie in memory for the tensor cores, and where their partial sums go. Computed here, so
// that it can be tested without a device.
//
// Each group fills whole slices of 16 rows; what is left of a slice is padding. 4 slices are a tile, which is
// streamed; 16 slices are a block, which stays. Tiles are cut into chunks. A run is a group within a chunk:
// the tile kernel adds up its columns in registers and writes them once. A segment is a group within half a
// block: its row sums are written for each tile. Every partial sum so has a place of its own, and nothing is
// added by atomics.
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/groups.hpp"
#include "cuda/tensor_schedule.hpp"

namespace mercer::device {

struct TensorLayout {
  std::vector<int> first_slice;          // of a group; the last one: the end
  std::vector<int> run, segment;         // the first of a group
  std::vector<int> run_of, segment_of;   // of a slice
  std::vector<std::int64_t> row_offset;  // of half a block: where its row sums begin; the last one: the end
  std::vector<int> member;               // of a row; -1: padding
  int runs = 0, segments = 0;
  int chunk = 0;  // tiles
  int rows() const { return static_cast<int>(member.size()); }
  int tiles() const { return rows() / tile_rows; }
  int blocks() const { return rows() / block_rows; }
};

// `chunk` is in tiles and even; `tail` is what the number of slices is a multiple of.
TensorLayout lay_out(const Groups& groups, int chunk, int tail);

// Runs that groups would have, at most.
std::int64_t most_runs(std::int64_t members, std::int64_t groups, int chunk);

// Stretches of blocks whose row sums take at most `most` numbers, or one block each: first blocks, and the
// end.
std::vector<int> bands(const TensorLayout& layout, std::int64_t most);

}  // namespace mercer::device
