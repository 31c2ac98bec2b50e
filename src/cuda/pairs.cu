// All pairs of points, a tile of 64 x 64 at a time: bounds in float, and double for the few pairs that pass.
#include "cuda/kernel_tile.cuh"
#include "cuda/memory.hpp"
#include "cuda/pairs.hpp"

namespace mercer::device {
namespace {

// (x[c] - y[c])^2, rounded after each operation as on the processor
__device__ double squared_step(const double* x, const double* y, int c) {
  const double step = x[c] - y[c];
  return __dmul_rn(step, step);
}
// In the order of the columns (neighbors/measure.hpp).
__device__ double measured(const double* x, const double* y, int d) {
  double sum = 0;
  for (int c = 0; c < d; ++c) sum = __dadd_rn(sum, squared_step(x, y, c));
  return sum;
}
// Four sums at once (graph/distance.hpp).
__device__ double measured_by_four(const double* x, const double* y, int d) {
  double sums[4] = {0, 0, 0, 0}, rest = 0;
  int c = 0;
  for (; c + 4 <= d; c += 4)
#pragma unroll
    for (int lane = 0; lane < 4; ++lane) sums[lane] = __dadd_rn(sums[lane], squared_step(x, y, c + lane));
  for (; c < d; ++c) rest = __dadd_rn(rest, squared_step(x, y, c));
  return __dadd_rn(__dadd_rn(sums[0], sums[1]), __dadd_rn(__dadd_rn(sums[2], sums[3]), rest));
}

// What a block shares: the coordinates of a tile, and the pairs of it that pass.
struct PairRoom {
  TileRoom<float> tile;
  float bound[64];           // of each row: pairs with a larger lower bound are of no use
  int hits;                  // how many pass
  unsigned short hit[4096];  // row * 64 + column
  double d2[tile_threads];   // of a batch of them
};

// One block: 64 rows, which threads 0 .. 63 keep the books of. The points stream by, 64 at a time. `Books`
// has
//   bound(r)            where the row stands now
//   wants(row, column)  whether a pair is looked at at all, by the numbers of its points
//   measure(x, y)       the distance that decides
//   take(r, row, column, d2)  what becomes of it; called by the thread of the row
template <class Books>
__device__ void search_pairs(const PairSide& asked, const PairSide& points, int d, int r0, int rows,
                             PairRoom& room, Books& books) {
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  const Side<float> down{asked.y, asked.low, nullptr, asked.pick ? asked.pick + r0 : nullptr, r0, rows};
  const Side<float> across{points.y, points.low, nullptr, nullptr, 0, points.count};
  const Function<float> product{DeviceFunction::linear, 1, 0, 1};
  const auto row_of = [&](int r) { return down.point(r); };
  float low[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) low[i] = ty + 16 * i < rows ? asked.low[row_of(ty + 16 * i)] : 0.f;
  if (threadIdx.x == 0) room.hits = 0;
  if (threadIdx.x < 64) room.bound[threadIdx.x] = books.bound();
  for (int h = 0; h < points.count; h += tile) {
    float k[4][4];
    kernel_tile(down, 0, across, h, d, product, false, room.tile, k);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int c = tx + 16 * j, column = h + c;
      if (column >= points.count) continue;
      const float other = points.low[column];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const int r = ty + 16 * i;
        if (r < rows && low[i] + other - 2 * k[i][j] <= room.bound[r] && books.wants(row_of(r), column))
          room.hit[atomicAdd(&room.hits, 1)] = static_cast<unsigned short>(r * 64 + c);
      }
    }
    __syncthreads();
    const int hits = room.hits;
    if (hits == 0) continue;
    for (int first = 0; first < hits; first += tile_threads) {
      const int count = min(tile_threads, hits - first);
      if (threadIdx.x < count) {
        const int r = room.hit[first + threadIdx.x] / 64, c = room.hit[first + threadIdx.x] % 64;
        room.d2[threadIdx.x] = books.measure(asked.x + static_cast<std::size_t>(row_of(r)) * d,
                                             points.x + static_cast<std::size_t>(h + c) * d, d);
      }
      __syncthreads();
      if (threadIdx.x < rows)
        for (int e = 0; e < count; ++e)
          if (const int at = room.hit[first + e]; at / 64 == static_cast<int>(threadIdx.x))
            books.take(row_of(threadIdx.x), h + at % 64, room.d2[e]);
      __syncthreads();
    }
    if (threadIdx.x == 0) room.hits = 0;
    if (threadIdx.x < 64) room.bound[threadIdx.x] = books.bound();
    // The next tile begins with a barrier.
  }
}

// The k nearest so far of one row, in order.
struct NearBooks {
  double* d2;
  int* index;
  int k, filled = 0;
  bool among_others;
  __device__ float bound() const { return filled < k ? INFINITY : __double2float_ru(d2[k - 1]); }
  __device__ bool wants(int row, int column) const { return !among_others || row != column; }
  __device__ double measure(const double* x, const double* y, int d) const { return measured(x, y, d); }
  __device__ static bool nearer(double a, int i, double b, int h) { return a < b || (a == b && i < h); }
  __device__ void take(int, int column, double distance) {
    if (filled == k && !nearer(distance, column, d2[k - 1], index[k - 1])) return;
    int at = filled < k ? filled++ : k - 1;
    for (; at > 0 && nearer(distance, column, d2[at - 1], index[at - 1]); --at) {
      d2[at] = d2[at - 1];
      index[at] = index[at - 1];
    }
    d2[at] = distance;
    index[at] = column;
  }
};

__global__ void __launch_bounds__(tile_threads)
    find_near(PairSide queries, PairSide points, int d, int first, int count, int k, bool among_others,
              double* d2, int* index) {
  __shared__ PairRoom room;
  const int r0 = blockIdx.x * tile, rows = min(tile, count - r0);
  const std::size_t own = static_cast<std::size_t>(r0 + min(static_cast<int>(threadIdx.x), rows - 1)) * k;
  NearBooks books{d2 + own, index + own, k, 0, among_others};
  search_pairs(queries, points, d, first + r0, rows, room, books);
}

// The lightest edge so far of one row.
struct EdgeBooks {
  const int* component;
  const double* core;
  double weight = INFINITY, distance = INFINITY;
  unsigned long long key = ~0ull;
  int other = -1;
  __device__ float bound() const { return __double2float_ru(weight); }
  __device__ bool wants(int row, int column) const { return component[row] != component[column]; }
  __device__ double measure(const double* x, const double* y, int d) const {
    return measured_by_four(x, y, d);
  }
  __device__ void take(int row, int column, double d2) {
    const double w = core ? fmax(d2, fmax(core[row], core[column])) : d2;
    const unsigned long long ends = static_cast<unsigned long long>(min(row, column)) << 32 |
                                    static_cast<unsigned long long>(max(row, column));
    if (w > weight || (w == weight && (d2 > distance || (d2 == distance && ends > key)))) return;
    weight = w, distance = d2, key = ends, other = column;
  }
};

__global__ void __launch_bounds__(tile_threads)
    find_lightest(PairSide asked, PairSide points, int d, LightEdges edges) {
  __shared__ PairRoom room;
  const int r0 = blockIdx.x * tile, rows = min(tile, asked.count - r0);
  EdgeBooks books{edges.component, edges.core};
  search_pairs(asked, points, d, r0, rows, room, books);
  if (threadIdx.x >= rows) return;
  edges.weight[r0 + threadIdx.x] = books.weight;
  edges.distance[r0 + threadIdx.x] = books.distance;
  edges.other[r0 + threadIdx.x] = books.other;
}

}  // namespace

void near_points(const PairSide& queries, const PairSide& points, int d, int first, int count, int k,
                 bool among_others, double* d2, int* index, cudaStream_t stream) {
  find_near<<<blocks_of(static_cast<std::uint64_t>(count), tile), tile_threads, 0, stream>>>(
      queries, points, d, first, count, k, among_others, d2, index);
  check(cudaGetLastError(), "nearest points");
}
void lightest_edges(const PairSide& asked, const PairSide& points, int d, const LightEdges& edges,
                    cudaStream_t stream) {
  find_lightest<<<blocks_of(static_cast<std::uint64_t>(asked.count), tile), tile_threads, 0, stream>>>(
      asked, points, d, edges);
  check(cudaGetLastError(), "lightest edges");
}

}  // namespace mercer::device
