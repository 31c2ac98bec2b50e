// Sums of kernel values by group, on Hopper: exp(-gamma |x-y|^2) between streamed tiles of 64 points and
// fixed blocks of 256, products by wgmma, no value of the kernel ever leaving the registers.
//
// One thread block on each multiprocessor, with three warpgroups. One copies: the fixed block, then tile
// after tile into `stages` buffers. Two multiply and add up: they share each tile, own 128 fixed points each,
// and have two accumulators, so that the next product runs while the exponentials of this one are taken.
// Column sums stay in registers until the run changes; where both sides are the same points, row sums of each
// segment are written too.
#include "cuda/memory.hpp"
#include "cuda/tensor_schedule.hpp"
#include "cuda/tensor_work.hpp"
#include "cuda/tile_sums.cuh"

namespace mercer::device {
namespace {

constexpr int most_stages = 6;
constexpr int stage_bytes(int chunks) { return chunks * packed_tile_bytes + 4 * tile_rows + 16 + 16; }
constexpr int fixed_bytes(int chunks) { return chunks * block_rows * 128 + 4 * block_rows + 64; }

#ifdef MERCER_HOPPER
// What lies in shared memory.
template <int Slices>
struct Room {
  static constexpr int chunks = packed_chunks(Slices);
  char *fixed, *streamed;
  float *fixed_norms, *streamed_norms;
  int* runs;
  std::uint64_t *full, *empty, *fixed_full, *fixed_empty;
  __device__ Room(char* memory, int stages) {
    fixed = memory;
    streamed = fixed + chunks * block_rows * 128;
    fixed_norms = reinterpret_cast<float*>(streamed + stages * chunks * packed_tile_bytes);
    streamed_norms = fixed_norms + block_rows;
    runs = reinterpret_cast<int*>(streamed_norms + stages * tile_rows);
    full = reinterpret_cast<std::uint64_t*>(runs + stages * slices_of_tile);
    empty = full + stages;
    fixed_full = empty + stages;
    fixed_empty = fixed_full + 1;
  }
};

// The stretch of a thread block: from (J, t) to (J, t).
struct Stretch {
  Spot begin, end;
  int first;  // block; past the end where there is nothing to do
  int tiles;  // of a block that is not symmetric
  __device__ bool has(int J) const { return J < end.J || (J == end.J && end.t > 0); }
  __device__ int from(int J) const { return J == begin.J ? begin.t : 0; }
  template <bool Symmetric>
  __device__ int to(int J) const {
    return J == end.J ? end.t : Symmetric ? tiles_of_block * J + tiles_of_block : tiles;
  }
};

template <int Slices, bool Symmetric>
__device__ void copy_all(const TensorWork& w, const Room<Slices>& room, const Stretch& work) {
  constexpr int chunks = packed_chunks(Slices);
  int turn = 0, stage = 0, phase = 0;
  for (int J = work.first; work.has(J); ++J, ++turn) {
    if (turn) barrier_wait(room.fixed_empty, (turn - 1) & 1);
    barrier_expect(room.fixed_full, chunks * block_rows * 128 + 4 * block_rows);
#pragma unroll 1
    for (int i = 0; i < 4 * chunks; ++i)
      bulk_copy(
          room.fixed + i * packed_tile_bytes,
          w.fixed.x + (static_cast<std::size_t>(4 * J + i % 4) * w.fixed.chunks + i / 4) * packed_tile_bytes,
          packed_tile_bytes, room.fixed_full);
    bulk_copy(room.fixed_norms, w.fixed.norms + block_rows * J, 4 * block_rows, room.fixed_full);
    const int end = work.to<Symmetric>(J);
#pragma unroll 1
    for (int t = work.from(J); t < end; ++t) {
      barrier_wait(room.empty + stage, phase ^ 1);
      barrier_expect(room.full + stage, chunks * packed_tile_bytes + 4 * tile_rows + 16);
      bulk_copy(room.streamed + stage * chunks * packed_tile_bytes,
                w.streamed.x + static_cast<std::size_t>(t) * w.streamed.chunks * packed_tile_bytes,
                chunks * packed_tile_bytes, room.full + stage);
      bulk_copy(room.streamed_norms + stage * tile_rows, w.streamed.norms + tile_rows * t, 4 * tile_rows,
                room.full + stage);
      bulk_copy(room.runs + stage * slices_of_tile, w.run_of + slices_of_tile * t, 16, room.full + stage);
      if (++stage == w.stages) {
        stage = 0;
        phase ^= 1;
      }
    }
  }
}

template <int Slices, bool Symmetric>
__device__ void multiply_all(const TensorWork& w, const Room<Slices>& room, const Stretch& work,
                             int warpgroup) {
  constexpr int chunks = packed_chunks(Slices);
  const int warp = threadIdx.x / 32 % 4, lane = threadIdx.x % 32, quarter = lane % 4,
            row = 16 * warp + lane / 4;
  const float factor = w.fixed.factor;
  const float2* norms = reinterpret_cast<const float2*>(room.fixed_norms + half_rows * warpgroup) + quarter;
  const std::uint32_t fixed = descriptor(room.fixed + warpgroup * 16384),
                      streamed = descriptor(room.streamed);
  float acc0[64], acc1[64], columns[32];
  float *column_place = nullptr, *row_place = nullptr;
  int ends = 0;  // slices of the half block that end a segment, as bits
  int turn = 0, stage = 0, next_stage = 0, next_phase = 0;  // next: of the tile to multiply
#pragma unroll
  for (int i = 0; i < 32; ++i) columns[i] = 0.f;
  const auto issue = [&](float(&acc)[64], bool real) {
    if (real) barrier_wait(room.full + next_stage, next_phase);
    std::uint32_t a = real ? streamed + next_stage * (chunks * 512) : fixed, b = fixed;
    asm volatile(""
                 : "+r"(a), "+r"(b));  // keeps the compiler from holding 6 descriptors a slice in registers
    products_fence();
    multiply_tiles<Slices>(acc, __shfl_sync(~0u, a, 0), __shfl_sync(~0u, b, 0), 512, 2048);
    products_commit();
    if (real && ++next_stage == w.stages) {
      next_stage = 0;
      next_phase ^= 1;
    }
  };
  for (int J = work.first; work.has(J); ++J, ++turn) {
    const int begin = work.from(J), end = work.to<Symmetric>(J);
    int run = -1;
    column_place = w.column_sums + static_cast<std::size_t>(warp) * w.fixed.rows + block_rows * J +
                   half_rows * warpgroup;
    if (Symmetric) {
      const int segment = w.segment_of[slices_of_half * (2 * J + warpgroup) + lane % 8];
      ends = (__ballot_sync(~0u, segment != __shfl_down_sync(~0u, segment, 1)) & 0x7f) | 0x80;
      row_place = w.row_sums + (w.row_offset[2 * J + warpgroup] - w.band_offset) + row + 8 * (quarter & 1);
    }
    int tile_run;
    float row0, row1;
    const auto load = [&] {
      tile_run = room.runs[stage * slices_of_tile + warp];
      row0 = room.streamed_norms[stage * tile_rows + row];
      row1 = room.streamed_norms[stage * tile_rows + row + 8];
    };
    const auto finish = [&](float(&acc)[64], int t) {
      if (tile_run != run) {
        if (run >= 0)
          flush_columns(columns, column_place + static_cast<std::size_t>(4) * run * w.fixed.rows, lane);
        run = tile_run;
      }
      warp_arrives(room.empty + stage, lane);
      if (++stage == w.stages) stage = 0;
      evaluate_tile<Symmetric>(acc, columns, factor, row0, row1, norms);
      if (Symmetric && t < tiles_of_block * J) {  // within the block itself both sides are there already
        float* place = row_place + tile_rows * t;
        const auto write = [&](float r0, float r1) {  // row sums of one segment
          float v = (quarter & 1 ? r1 : r0) + __shfl_xor_sync(~0u, quarter & 1 ? r0 : r1, 1);
          v += __shfl_xor_sync(~0u, v, 2);
          if (quarter < 2) *place = v;
          place += block_rows * static_cast<std::size_t>(J);
        };
        if (ends == 0x80) {
          write(((acc[0] + acc[8]) + (acc[16] + acc[24])) + ((acc[32] + acc[40]) + (acc[48] + acc[56])),
                ((acc[1] + acc[9]) + (acc[17] + acc[25])) + ((acc[33] + acc[41]) + (acc[49] + acc[57])));
        } else {
          float r0 = 0.f, r1 = 0.f;
#pragma unroll
          for (int s = 0; s < 8; ++s) {
            r0 += acc[8 * s];
            r1 += acc[8 * s + 1];
            if ((ends >> s) & 1) {
              write(r0, r1);
              r0 = r1 = 0.f;
            }
          }
        }
      }
    };
    barrier_wait(room.fixed_full, turn & 1);
    issue(acc0, true);
    products_wait(acc0);
#pragma unroll 1
    for (int t = begin; t < end; t += 2) {  // end - begin is even
      load();
      issue(acc1, true);
      finish(acc0, t);
      products_wait(acc1);
      load();
      issue(acc0, t + 2 < end);  // past the end: of the fixed points with themselves, which nobody reads
      finish(acc1, t + 1);
      products_wait(acc0);
    }
    if (run >= 0)
      flush_columns(columns, column_place + static_cast<std::size_t>(4) * run * w.fixed.rows, lane);
    warp_arrives(room.fixed_empty, lane);
  }
}
#endif

template <int Slices, bool Symmetric>
__global__ void __launch_bounds__(384, 1) sum_tiles(const TensorWork w) {
#ifdef MERCER_HOPPER
  extern __shared__ __align__(1024) char memory[];
  const Room<Slices> room(memory, w.stages);
  if (threadIdx.x == 0) {
    for (int i = 0; i < w.stages; ++i) {
      barrier_init(room.full + i, 1);
      barrier_init(room.empty + i, 8 * warp_arrivals);
    }
    barrier_init(room.fixed_full, 1);
    barrier_init(room.fixed_empty, 8 * warp_arrivals);
    barriers_ready();
  }
  __syncthreads();
  const int b = static_cast<int>(blockIdx.x), count = static_cast<int>(gridDim.x);
  const Spot begin = begin_of<Symmetric>(b, count, w.first_block, w.last_block, w.tiles, w.chunk),
             end = begin_of<Symmetric>(b + 1, count, w.first_block, w.last_block, w.tiles, w.chunk);
  const Stretch work{begin, end, begin.J == end.J && begin.t == end.t ? w.last_block + 1 : begin.J, w.tiles};
  const int warpgroup = __shfl_sync(~0u, threadIdx.x / 128, 0);
  if (warpgroup == 2) {
    few_registers();
    if (threadIdx.x == 256) copy_all<Slices, Symmetric>(w, room, work);
  } else {
    many_registers();
    multiply_all<Slices, Symmetric>(w, room, work, warpgroup);
  }
#endif
}

template <int Slices, bool Symmetric>
void launch(TensorWork w, int multiprocessors, int shared_bytes, cudaStream_t stream) {
  constexpr int chunks = packed_chunks(Slices);
  const int room = (shared_bytes - fixed_bytes(chunks)) / stage_bytes(chunks);
  w.stages = room < most_stages ? room : most_stages;
  const int bytes = fixed_bytes(chunks) + w.stages * stage_bytes(chunks);
  check(cudaFuncSetAttribute(sum_tiles<Slices, Symmetric>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             shared_bytes),
        "shared memory of a tile");
  sum_tiles<Slices, Symmetric><<<multiprocessors, 384, bytes, stream>>>(w);
  check(cudaGetLastError(), "sums of tiles");
}

template <int Slices>
void launch(const TensorWork& w, bool symmetric, int multiprocessors, int shared_bytes, cudaStream_t stream) {
  if (symmetric)
    launch<Slices, true>(w, multiprocessors, shared_bytes, stream);
  else
    launch<Slices, false>(w, multiprocessors, shared_bytes, stream);
}

}  // namespace

void sum_tiles_hopper(TensorWork work, bool symmetric, int multiprocessors, int shared_bytes,
                      cudaStream_t stream) {
  switch (work.fixed.slices) {
    case 1:
      return launch<1>(work, symmetric, multiprocessors, shared_bytes, stream);
    case 2:
      return launch<2>(work, symmetric, multiprocessors, shared_bytes, stream);
    case 4:
      return launch<4>(work, symmetric, multiprocessors, shared_bytes, stream);
    default:
      return launch<8>(work, symmetric, multiprocessors, shared_bytes, stream);
  }
}

}  // namespace mercer::device
