// The dense product K W on Hopper, K = exp(-gamma |x-y|^2) never stored: two warpgroups of 64 rows; values of
// a tile are split in registers into fp16 high and low parts, and multiplied with those of W by a second
// wgmma. Tiles are added in float, and these in double every 65536 columns. Small products come first,
// because the units truncate.
#include <cuda_fp16.h>

#include "cuda/memory.hpp"
#include "cuda/tensor_schedule.hpp"
#include "cuda/tensor_work.hpp"
#include "cuda/tile_sums.cuh"

namespace mercer::device {
namespace {

constexpr int most_stages = 4;

// Columns in a stage: 128, or 64 where the points are long.
constexpr int stage_columns(int slices) { return slices > 4 ? 64 : 128; }
constexpr int stage_points(int slices) { return packed_chunks(slices) * stage_columns(slices) * 128; }
constexpr int stage_all(int slices) {
  return stage_points(slices) + stage_columns(slices) / 64 * 2 * dense_tile_bytes;
}

// The power of two that brings a column's largest weight near 2^10.
__device__ float weight_scale(int largest_bits) {
  const float largest = __int_as_float(largest_bits);
  return largest > 0 && isfinite(largest) ? exp2f(10 - ceilf(log2f(largest))) : 1.f;
}

template <int Slices>
__global__ void __launch_bounds__(384, 1)
    multiply(const Packed x, const char* W, double* Y, int first, int last, int stages, int every) {
#ifdef MERCER_HOPPER
  extern __shared__ __align__(1024) char memory[];
  constexpr int value_bits = 14;  // values are scaled by 2^14 for the split
  constexpr int chunks = packed_chunks(Slices), columns = stage_columns(Slices),
                points = stage_points(Slices), all = stage_all(Slices);
  char *rows_room = memory, *stage_room = memory + chunks * 16384;
  float *row_norms = reinterpret_cast<float*>(stage_room + stages * all), *norms_room = row_norms + 128;
  auto *full = reinterpret_cast<std::uint64_t*>(norms_room + stages * columns), *empty = full + stages,
       *rows_full = empty + stages, *rows_empty = rows_full + 1;
  if (threadIdx.x == 0) {
    for (int i = 0; i < stages; ++i) {
      barrier_init(full + i, 1);
      barrier_init(empty + i, 8 * warp_arrivals);
    }
    barrier_init(rows_full, 1);
    barrier_init(rows_empty, 8 * warp_arrivals);
    barriers_ready();
  }
  __syncthreads();
  const int warpgroup = __shfl_sync(~0u, threadIdx.x / 128, 0), steps = x.rows / columns;
  int stage = 0, phase = 0, turn = 0;
  if (warpgroup == 2) {
    few_registers();
    if (threadIdx.x == 256)
      for (int b = first + blockIdx.x; b < last; b += gridDim.x, ++turn) {
        if (turn) barrier_wait(rows_empty, (turn - 1) & 1);
        barrier_expect(rows_full, chunks * 16384 + 512);
#pragma unroll 1
        for (int h = 0; h < 2 * chunks; ++h)
          bulk_copy(rows_room + h * packed_tile_bytes,
                    x.x + (static_cast<std::size_t>(2 * b + h % 2) * x.chunks + h / 2) * packed_tile_bytes,
                    packed_tile_bytes, rows_full);
        bulk_copy(row_norms, x.norms + half_rows * b, 512, rows_full);
#pragma unroll 1
        for (int t = 0; t < steps; ++t) {
          barrier_wait(empty + stage, phase ^ 1);
          barrier_expect(full + stage, all + 4 * columns);
          char* to = stage_room + stage * all;
#pragma unroll 1
          for (int i = 0; i < columns / 64; ++i) {
            const std::size_t tile = static_cast<std::size_t>(t) * (columns / 64) + i;
#pragma unroll 1
            for (int h = 0; h < chunks; ++h)
              bulk_copy(to + h * columns * 128 + i * packed_tile_bytes,
                        x.x + (tile * x.chunks + h) * packed_tile_bytes, packed_tile_bytes, full + stage);
            bulk_copy(to + points + i * 2 * dense_tile_bytes, W + tile * 2 * dense_tile_bytes,
                      2 * dense_tile_bytes, full + stage);
          }
          bulk_copy(norms_room + stage * columns, x.norms + t * columns, 4 * columns, full + stage);
          if (++stage == stages) {
            stage = 0;
            phase ^= 1;
          }
        }
      }
  } else {
    many_registers();
    const int warp = threadIdx.x / 32 % 4, lane = threadIdx.x % 32, quarter = lane % 4,
              row = 16 * warp + lane / 4;
    const float factor = x.factor;
    float acc[columns / 2], part[52], sum[52];
    for (int b = first + blockIdx.x; b < last; b += gridDim.x, ++turn) {
      barrier_wait(rows_full, turn & 1);
      const float row0 = row_norms[64 * warpgroup + row] + value_bits,
                  row1 = row_norms[64 * warpgroup + row + 8] + value_bits;
      double* out =
          Y + (static_cast<std::size_t>(half_rows) * (b - first) + 64 * warpgroup + row) * dense_columns +
          2 * quarter;
#pragma unroll
      for (int i = 0; i < 52; ++i) sum[i] = 0.f;
      for (int t = 0; t < steps; ++t) {
        barrier_wait(full + stage, phase);
        char* from = stage_room + stage * all;
        const std::uint32_t dx = descriptor(from), dw = descriptor(from + points);
        products_fence();
        multiply_tiles<Slices>(acc, descriptor(rows_room + warpgroup * 8192), dx, 1024, columns * 8);
        products_commit();
        products_wait(acc);
        const float2* norms = reinterpret_cast<const float2*>(norms_room + stage * columns) + quarter;
        std::uint32_t high[columns / 4], low[columns / 4];
#pragma unroll
        for (int j = 0; j < columns / 8; ++j) {
          const float2 nb = norms[4 * j];
#pragma unroll
          for (int i = 0; i < 2; ++i) {
            const float na = i ? row1 : row0;
            const float k0 = power_of_two(fmaf(acc[4 * j + 2 * i], factor, na) + nb.x),
                        k1 = power_of_two(fmaf(acc[4 * j + 2 * i + 1], factor, na) + nb.y);
            const __half2 h = __floats2half2_rn(k0, k1);
            const float2 back = __half22float2(h);
            const __half2 l = __floats2half2_rn(k0 - back.x, k1 - back.y);
            high[2 * j + i] = *reinterpret_cast<const std::uint32_t*>(&h);
            low[2 * j + i] = *reinterpret_cast<const std::uint32_t*>(&l);
          }
        }
        products_fence();
        const auto weights = [&](int i, bool low_part) {
          return dw + i / 4 * (2 * dense_tile_bytes / 16) + (low_part ? dense_tile_bytes / 16 : 0) +
                 i % 4 * 2;
        };
#pragma unroll
        for (int i = 0; i < columns / 16; ++i) multiply_values(part, low + 4 * i, weights(i, false), i);
#pragma unroll
        for (int i = 0; i < columns / 16; ++i) multiply_values(part, high + 4 * i, weights(i, true), 1);
#pragma unroll
        for (int i = 0; i < columns / 16; ++i) multiply_values(part, high + 4 * i, weights(i, false), 1);
        products_commit();
        products_wait(part);
        warp_arrives(empty + stage, lane);
        if (++stage == stages) {
          stage = 0;
          phase ^= 1;
        }
#pragma unroll
        for (int i = 0; i < 52; ++i) sum[i] += part[i];
        if (t == steps - 1 || t % every == every - 1) {
          const bool first = t < every;
#pragma unroll
          for (int j = 0; j < 13; ++j)
#pragma unroll
            for (int i = 0; i < 2; ++i) {
              auto* o = reinterpret_cast<double2*>(out + i * 8 * dense_columns + 8 * j);
              double2 v = first ? make_double2(0, 0) : *o;
              v.x += sum[4 * j + 2 * i];
              v.y += sum[4 * j + 2 * i + 1];
              *o = v;
              sum[4 * j + 2 * i] = sum[4 * j + 2 * i + 1] = 0.f;
            }
        }
      }
      warp_arrives(rows_empty, lane);
    }
  }
#endif
}

__global__ void find_largest(const float* W, int width, int n, int first, int count, int* largest) {
  const int j = threadIdx.x % 128;
  float most = 0;
  if (j < count)
    for (int h = blockIdx.x * 2 + threadIdx.x / 128; h < n; h += 2 * gridDim.x)
      most = fmaxf(most, fabsf(W[static_cast<std::size_t>(h) * width + first + j]));
  if (j < count) atomicMax(largest + j, __float_as_int(most));
}

// [tile of 64 points][high, low][104 columns][64 points], swizzled. A thread has 8 points of a column: a unit
// of 16 bytes.
__global__ void pack_columns(const float* W, int width, int n, int rows, int first, int count,
                             const int* largest, char* to) {
  const std::size_t i = blockIdx.x * 256ull + threadIdx.x;
  const int p = 8 * static_cast<int>(i / dense_columns), c = static_cast<int>(i % dense_columns);
  if (p >= rows) return;
  const float scale = c < count ? weight_scale(largest[c]) : 0.f;
  union Unit {
    __half halves[8];
    uint4 bits;
  } high, low;
#pragma unroll
  for (int e = 0; e < 8; ++e) {
    const float v =
        c < count && p + e < n ? W[static_cast<std::size_t>(p + e) * width + first + c] * scale : 0.f;
    high.halves[e] = __float2half_rn(v);
    low.halves[e] = __float2half_rn(v - __half2float(high.halves[e]));
  }
  char* o =
      to + static_cast<std::size_t>(p / 64) * 2 * dense_tile_bytes + c * 128 + ((p % 64 / 8) ^ (c % 8)) * 16;
  *reinterpret_cast<uint4*>(o) = high.bits;
  *reinterpret_cast<uint4*>(o + dense_tile_bytes) = low.bits;
}

// Row r of Y is point r of S.
__global__ void to_columns(const double* Y, int n, int first, int count, const int* largest, double* S,
                           std::size_t stride) {
  __shared__ double part[32][33];
  const int i0 = blockIdx.x * 32, j0 = blockIdx.y * 32;
  for (int y = threadIdx.y; y < 32; y += 8)
    if (i0 + y < n && j0 + threadIdx.x < count)
      part[y][threadIdx.x] = Y[static_cast<std::size_t>(i0 + y) * dense_columns + j0 + threadIdx.x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8)
    if (i0 + threadIdx.x < n && j0 + y < count)
      S[(first + j0 + y) * stride + i0 + threadIdx.x] =
          part[threadIdx.x][y] / (16384. * static_cast<double>(weight_scale(largest[j0 + y])));
}

template <int Slices>
void launch(const Packed& x, const char* W, double* Y, const HalfBlocks& some, int multiprocessors,
            int shared_bytes, cudaStream_t stream) {
  constexpr int chunks = packed_chunks(Slices), columns = stage_columns(Slices),
                each = stage_all(Slices) + 4 * columns + 16;
  const int room = (shared_bytes - chunks * 16384 - 1024) / each,
            stages = room < most_stages ? room : most_stages;
  const int bytes = chunks * 16384 + stages * each + 512 + 16;
  check(cudaFuncSetAttribute(multiply<Slices>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
        "shared memory");
  multiply<Slices>
      <<<multiprocessors, 384, bytes, stream>>>(x, W, Y, some.first, some.last, stages, 65536 / columns);
  check(cudaGetLastError(), "a dense product");
}

}  // namespace

void largest_weights(const float* W, int width, int n, int first, int count, int* largest,
                     cudaStream_t stream) {
  check(cudaMemsetAsync(largest, 0, sizeof(int) * dense_columns, stream), "largest weights");
  find_largest<<<512, 256, 0, stream>>>(W, width, n, first, count, largest);
  check(cudaGetLastError(), "largest weights");
}
void pack_weights(const float* W, int width, int n, int rows, int first, int count, const int* largest,
                  char* to, cudaStream_t stream) {
  pack_columns<<<blocks_of(static_cast<std::uint64_t>(rows) / 8 * dense_columns, 256), 256, 0, stream>>>(
      W, width, n, rows, first, count, largest, to);
  check(cudaGetLastError(), "packing weights");
}
void multiply_hopper(const Packed& x, const char* W, double* Y, const HalfBlocks& some, int n, int first,
                     int count, const int* largest, double* S, std::size_t stride, int multiprocessors,
                     int shared_bytes, cudaStream_t stream) {
  switch (x.slices) {
    case 1:
      launch<1>(x, W, Y, some, multiprocessors, shared_bytes, stream);
      break;
    case 2:
      launch<2>(x, W, Y, some, multiprocessors, shared_bytes, stream);
      break;
    case 4:
      launch<4>(x, W, Y, some, multiprocessors, shared_bytes, stream);
      break;
    default:
      launch<8>(x, W, Y, some, multiprocessors, shared_bytes, stream);
  }
  to_columns<<<dim3(blocks_of(n, 32), blocks_of(count, 32)), dim3(32, 8), 0, stream>>>(Y, n, first, count,
                                                                                       largest, S, stride);
  check(cudaGetLastError(), "a dense product");
}

}  // namespace mercer::device
