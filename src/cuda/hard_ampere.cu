// The same sums for one side, with mma and asynchronous copies, for compute capability 8.0 and later: four
// warps on a tile of 64 x 128, two buffers of streamed points, 128 fixed points for each thread block.
#include "cuda/memory.hpp"
#include "cuda/tensor_schedule.hpp"
#include "cuda/tensor_work.hpp"
#include "cuda/tile_sums.cuh"

namespace mercer::device {
namespace {

constexpr int threads = 128;

__device__ __forceinline__ void load_matrices(std::uint32_t (&r)[4], const char* p) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(shared_address(p)));
}
__device__ __forceinline__ void multiply_add(float* d, const std::uint32_t* a, const std::uint32_t* b) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__device__ __forceinline__ void copy_async(char* to, const char* from, int bytes) {
  for (int i = threadIdx.x * 16; i < bytes; i += threads * 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to + i)), "l"(from + i));
}
// Unit u of slice s of a row.
__device__ __forceinline__ const char* unit_in_tile(const char* base, int across, int row, int s, int u) {
  return base + (s >> 2) * across + row * 128 + (((s & 3) * 2 + u) ^ (row & 7)) * 16;
}

__global__ void __launch_bounds__(threads) sum_tiles(const TensorWork w) {
  extern __shared__ __align__(1024) char memory[];
  const int slices = w.fixed.slices, chunks = w.fixed.chunks, b = 2 * w.first_block + blockIdx.x;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = 16 * warp + lane / 4;
  char *fixed = memory, *streamed = memory + chunks * 2 * packed_tile_bytes;
  for (int i = 0; i < 2 * chunks; ++i)
    copy_async(fixed + i * packed_tile_bytes,
               w.fixed.x + (static_cast<std::size_t>(2 * b + i % 2) * chunks + i / 2) * packed_tile_bytes,
               packed_tile_bytes);
  copy_async(streamed, w.streamed.x, chunks * packed_tile_bytes);
  asm volatile("cp.async.commit_group;");
  float* fixed_norms = reinterpret_cast<float*>(streamed + 2 * chunks * packed_tile_bytes);
  fixed_norms[threadIdx.x] = w.fixed.norms[half_rows * b + threadIdx.x];
  const float2* norms = reinterpret_cast<const float2*>(fixed_norms) + lane % 4;
  float columns[32] = {};
  float* place = w.column_sums + static_cast<std::size_t>(warp) * w.fixed.rows + half_rows * b;
  int run = -1;
  for (int t = 0; t < w.tiles; ++t) {
    if (t + 1 < w.tiles)
      copy_async(streamed + (t + 1) % 2 * chunks * packed_tile_bytes,
                 w.streamed.x + static_cast<std::size_t>(t + 1) * chunks * packed_tile_bytes,
                 chunks * packed_tile_bytes);
    asm volatile("cp.async.commit_group;");
    const int tile_run = w.run_of[slices_of_tile * t + warp];
    const float row0 = w.streamed.norms[tile_rows * t + row],
                row1 = w.streamed.norms[tile_rows * t + row + 8];
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    float acc[64] = {};
    const char* now = streamed + t % 2 * chunks * packed_tile_bytes;
    for (int s = 0; s < slices; ++s) {
      std::uint32_t high_a[4], low_a[4], high_b[4], low_b[4];
      load_matrices(high_a, unit_in_tile(now, packed_tile_bytes, 16 * warp + lane % 16, s, lane / 16));
      load_matrices(low_a,
                    unit_in_tile(now, packed_tile_bytes, 16 * warp + lane % 16, s + slices, lane / 16));
#pragma unroll
      for (int j = 0; j < 8; ++j) {
        const int at = 16 * j + lane / 16 * 8 + lane % 8, u = lane / 8 % 2;
        load_matrices(high_b, unit_in_tile(fixed, 2 * packed_tile_bytes, at, s, u));
        load_matrices(low_b, unit_in_tile(fixed, 2 * packed_tile_bytes, at, s + slices, u));
        for (int half = 0; half < 2; ++half) {
          multiply_add(acc + 8 * j + 4 * half, high_a, high_b + 2 * half);
          multiply_add(acc + 8 * j + 4 * half, high_a, low_b + 2 * half);
          multiply_add(acc + 8 * j + 4 * half, low_a, high_b + 2 * half);
        }
      }
    }
    __syncthreads();
    if (tile_run != run) {
      if (run >= 0) flush_columns(columns, place + static_cast<std::size_t>(4) * run * w.fixed.rows, lane);
      run = tile_run;
    }
    evaluate_tile<false>(acc, columns, w.fixed.factor, row0, row1, norms);
  }
  flush_columns(columns, place + static_cast<std::size_t>(4) * run * w.fixed.rows, lane);
}

}  // namespace

void sum_tiles_ampere(const TensorWork& work, cudaStream_t stream) {
  const int bytes = work.fixed.chunks * 4 * packed_tile_bytes + 4 * half_rows;
  check(cudaFuncSetAttribute(sum_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
        "shared memory of a tile");
  const int halves = 2 * (work.last_block - work.first_block);
  sum_tiles<<<halves, threads, bytes, stream>>>(work);
  check(cudaGetLastError(), "sums of tiles");
}

}  // namespace mercer::device
