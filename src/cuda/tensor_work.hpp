// Points and places of sums as the tensor kernels see them.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "cuda/launch.hpp"

namespace mercer::device {

// Points as fp16 high + low parts, x = (high + low) / scale, in the very image that the tensor cores read
// from shared memory: [tile of 64 rows][chunk of 64 halves][row][8 units of 16 bytes, unit xor row % 8]. The
// first `slices` slices of 16 halves of a row are the high parts, the next the low ones.
struct Packed {
  char* x;
  float* norms;  // -gamma log2(e) |x|^2, + log2 of the point's weight; -infinity: padding
  int rows;      // a multiple of 64
  int slices;    // 1, 2, 4 or 8
  int chunks;    // of 64 halves
  float factor;  // of a product of packed rows: 2 gamma log2(e) / scale^2
};
constexpr int packed_chunks(int slices) { return (2 * slices + 3) / 4; }
constexpr int packed_tile_bytes = 8192;  // of one chunk
constexpr int most_slices = 8;           // 128 dimensions
constexpr int slices_for(int dimensions) {
  return dimensions <= 16 ? 1 : dimensions <= 32 ? 2 : dimensions <= 64 ? 4 : 8;
}

// One pass: sums over streamed points, for fixed points; or, with both sides the same, each tile used twice.
struct TensorWork {
  Packed streamed, fixed;
  const int *first_slice, *run, *segment, *run_of, *segment_of;  // tensor_layout.hpp
  const std::int64_t* row_offset;
  float *column_sums, *row_sums;
  std::int64_t band_offset;  // of the row sums of the first block
  int tiles, chunk, stages;
  int first_block, last_block;
};

// Rows 0 .. rows - 1 of `to` from points about the centre (row by row, d of them); beyond `n`: padding.
void pack_points(const float* x, int n, int d, double scale, double gamma, const Packed& to,
                 cudaStream_t stream);
// Row q of `to` from row points[member[q]] of `from`, padding where member[q] < 0; weights null: all 1
void gather_points(const Packed& from, const int* member, const int* points, const double* weights,
                   const Packed& to, cudaStream_t stream);
// The largest |x|, as the bits of a float, into *bits, which is 0 before
void largest_value(const float* x, std::size_t count, int* bits, cudaStream_t stream);

// The tile kernels. Hopper's uses wgmma and bulk copies (compute capability 9.0), the other mma (8.0 and
// later; one side).
void sum_tiles_hopper(TensorWork work, bool symmetric, int multiprocessors, int shared_bytes,
                      cudaStream_t stream);
void sum_tiles_ampere(const TensorWork& work, cudaStream_t stream);

// S(column of target, point of row p) += its partial sums, or = where they are `fresh`; in double, in a fixed
// order. `member` (of a row; -1: none) may be null: row p is point p.
void add_partial_sums(const TensorWork& work, bool symmetric, const DeviceGroups& groups, const int* member,
                      int n, bool fresh, double* S, std::size_t stride, cudaStream_t stream);

// The dense product, up to 104 columns of W at a time.
constexpr int dense_columns = 104, dense_tile_bytes = dense_columns * 128;
// largest[j] = the largest |W(h, j)| of columns first .. first + count - 1, as bits of a float
void largest_weights(const float* W, int width, int n, int first, int count, int* largest,
                     cudaStream_t stream);
// W' in tiles, high and low parts, each column scaled by a power of two of its own so that its largest is
// near 2^10.
void pack_weights(const float* W, int width, int n, int rows, int first, int count, const int* largest,
                  char* to, cudaStream_t stream);
// Rows of a product, in half blocks: first .. last - 1.
struct HalfBlocks {
  int first, last;
};
// S(first + j, r) = sum_h k(x_i, x_h) W(h, first + j) for the r-th of `n` points i from the first half block
// on, through Y (rows x 104 doubles)
void multiply_hopper(const Packed& x, const char* W, double* Y, const HalfBlocks& some, int n, int first,
                     int count, const int* largest, double* S, std::size_t stride, int multiprocessors,
                     int shared_bytes, cudaStream_t stream);

}  // namespace mercer::device
