// Kernel values, sums and products of any kernel.
#include "cuda/kernel_tile.cuh"
#include "cuda/launch.hpp"
#include "cuda/memory.hpp"

namespace mercer::device {
namespace {

template <class T>
Side<T> side_of(const Points<T>& p) {
  return {p.x, p.norms, p.widths, p.pick, p.first, p.count};
}
template <class T>
Function<T> function_of(const DeviceKernel& k) {
  return {k.function, static_cast<T>(k.scale), static_cast<T>(k.offset), k.degree};
}

// Values of the kernel become |phi_h - phi_i| = sqrt(K_hh + K_ii - 2 K_hi); `self` holds K_ii of all points.
template <class T>
__device__ void take_distances(const Side<T>& a, int a0, const Side<T>& b, int b0, const double* self,
                               Values<T>& k) {
  using At = Spot<T>;
#pragma unroll
  for (int i = 0; i < At::rows; ++i)
#pragma unroll
    for (int j = 0; j < At::columns; ++j) {
      const int ra = a0 + At::row(i), rb = b0 + At::column(j);
      if (ra >= a.count || rb >= b.count) continue;
      const double d2 = self[a.point(ra)] + self[b.point(rb)] - 2 * static_cast<double>(k[i][j]);
      k[i][j] = d2 > 0 ? static_cast<T>(sqrt(d2)) : T(0);
    }
}

// One block: the sums of one target for 64 points. Members stream by, 64 at a time; what a thread adds up of
// a tile is T, all else double, in a fixed order. With `self` it sums distances in place of values.
template <class T>
__global__ void __launch_bounds__(tile_threads)
    group_sums(Side<T> x, int d, Function<T> f, DeviceGroups groups, const double* self, double* S,
               std::size_t stride) {
  using At = Spot<T>;
  __shared__ TileRoom<T> room;
  __shared__ double parts[At::strips][tile];
  const int i0 = blockIdx.x * tile;
  for (int t = blockIdx.y; t < groups.targets; t += gridDim.y) {
    double sums[At::columns] = {};
    for (int g = groups.first[t]; g < groups.first[t + 1]; ++g) {
      const int begin = groups.begin[g], count = groups.begin[g + 1] - begin;
      const Side<T> members{x.x, x.norms, x.widths, groups.points + begin, 0, count};
      for (int h = 0; h < count; h += tile) {
        Values<T> k;
        kernel_tile(members, h, x, i0, d, f, true, room, k);
        if (self) take_distances(members, h, x, i0, self, k);
        T part[At::columns] = {};
#pragma unroll
        for (int r = 0; r < At::rows; ++r) {
          const int member = h + At::row(r);
          const T w =
              member < count
                  ? static_cast<T>(groups.signs[g] * (groups.weights ? groups.weights[begin + member] : 1.))
                  : T(0);
#pragma unroll
          for (int c = 0; c < At::columns; ++c) part[c] += w * k[r][c];
        }
#pragma unroll
        for (int c = 0; c < At::columns; ++c) sums[c] += static_cast<double>(part[c]);
      }
    }
    __syncthreads();
#pragma unroll
    for (int c = 0; c < At::columns; ++c) parts[At::strip()][At::column(c)] = sums[c];
    __syncthreads();
    if (threadIdx.x < tile && i0 + static_cast<int>(threadIdx.x) < x.count) {
      double sum = 0;
      for (int r = 0; r < At::strips; ++r) sum += parts[r][threadIdx.x];
      S[groups.columns[t] * stride + x.first + i0 + threadIdx.x] += sum;
    }
    __syncthreads();
  }
}

// One thread for a run, member after member.
__global__ void sum_runs(DeviceRuns runs, const double* S, std::size_t stride, bool more, double* sums) {
  const int r = blockIdx.x * 256 + threadIdx.x;
  if (r >= runs.runs) return;
  double sum = 0;
  for (int e = runs.begin[r]; e < runs.begin[r + 1]; ++e)
    if (const int i = runs.points[e]; i >= runs.first && i < runs.last)
      sum += (runs.weights ? runs.weights[e] : 1.) * S[runs.columns[r] * stride + i];
  sums[r] = (more ? sums[r] : 0.) + runs.signs[r] * sum;
}

template <class T>
__global__ void __launch_bounds__(tile_threads)
    write_values(Side<T> rows, Side<T> columns, int d, Function<T> f, bool same, double* out) {
  __shared__ TileRoom<T> room;
  const unsigned across = (columns.count + tile - 1) / tile;
  const int r0 = static_cast<int>(blockIdx.x / across) * tile,
            c0 = static_cast<int>(blockIdx.x % across) * tile;
  using At = Spot<T>;
  Values<T> k;
  kernel_tile(rows, r0, columns, c0, d, f, same, room, k);
#pragma unroll
  for (int i = 0; i < At::rows; ++i)
#pragma unroll
    for (int j = 0; j < At::columns; ++j) {
      const int r = r0 + At::row(i), c = c0 + At::column(j);
      if (r < rows.count && c < columns.count)
        out[static_cast<std::size_t>(r) * columns.count + c] = static_cast<double>(k[i][j]);
    }
}

// The coordinates of a tile, and then its values: both at once are more than older devices have in double.
template <class T>
union ProductRoom {
  TileRoom<T> points;
  T values[tile][tile + 1];
};

// One block: 64 rows, 64 columns of W. Tiles of kernel values go through shared memory into a second product.
template <class T>
__global__ void __launch_bounds__(tile_threads)
    multiply(Side<T> rows, Side<T> columns, int d, Function<T> f, bool same, const T* W, int width, double* Y,
             std::size_t stride) {
  __shared__ ProductRoom<T> room;
  __shared__ T weights[slice][tile + 4];
  auto& values = room.values;
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16, r0 = blockIdx.x * tile, j0 = blockIdx.y * tile;
  double total[4][4] = {};
  for (int h = 0; h < columns.count; h += tile) {
    Values<T> k;
    T part[4][4] = {};
    kernel_tile(rows, r0, columns, h, d, f, same, room.points, k);
    __syncthreads();  // nobody reads coordinates any more
#pragma unroll
    for (int i = 0; i < Spot<T>::rows; ++i)
#pragma unroll
      for (int j = 0; j < Spot<T>::columns; ++j) values[Spot<T>::row(i)][Spot<T>::column(j)] = k[i][j];
    for (int s = 0; s < tile; s += slice) {
      __syncthreads();
      for (int e = threadIdx.x; e < slice * tile; e += tile_threads) {
        const int at = h + s + e / tile, j = j0 + e % tile;
        weights[e / tile][e % tile] =
            at < columns.count && j < width ? W[static_cast<std::size_t>(at) * width + j] : T(0);
      }
      __syncthreads();
#pragma unroll
      for (int c = 0; c < slice; ++c) {
        T u[4], v[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) u[i] = values[ty + 16 * i][s + c], v[i] = weights[c][tx + 16 * i];
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
          for (int j = 0; j < 4; ++j) part[i][j] += u[i] * v[j];
      }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) total[i][j] += static_cast<double>(part[i][j]);
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int r = r0 + ty + 16 * i, c = j0 + tx + 16 * j;
      if (r < rows.count && c < width) Y[c * stride + r] = total[i][j];
    }
}

// One thread block for a block of points, a thread for a column.
template <class T>
__global__ void sum_products(const T* W, int width, int first, int last, int block, const double* S,
                             std::size_t stride, double* norms) {
  const int begin = first + static_cast<int>(blockIdx.x) * block, end = min(last, begin + block);
  for (int j = threadIdx.x; j < width; j += blockDim.x) {
    double sum = 0;
    for (int h = begin; h < end; ++h)
      sum += static_cast<double>(W[static_cast<std::size_t>(h) * width + j]) * S[j * stride + h];
    norms[static_cast<std::size_t>(blockIdx.x) * width + j] = sum;
  }
}

}  // namespace

template <class T>
void add_groups(const Points<T>& x, int d, const DeviceKernel& kernel, const DeviceGroups& groups,
                const double* self, double* S, std::size_t stride, cudaStream_t stream) {
  const dim3 grid(blocks_of(x.count, tile),
                  static_cast<unsigned>(groups.targets < 65535 ? groups.targets : 65535));
  group_sums<T>
      <<<grid, tile_threads, 0, stream>>>(side_of(x), d, function_of<T>(kernel), groups, self, S, stride);
  check(cudaGetLastError(), "sums of groups");
}
template void add_groups(const Points<float>&, int, const DeviceKernel&, const DeviceGroups&, const double*,
                         double*, std::size_t, cudaStream_t);
template void add_groups(const Points<double>&, int, const DeviceKernel&, const DeviceGroups&, const double*,
                         double*, std::size_t, cudaStream_t);

void read_runs(const DeviceRuns& runs, const double* S, std::size_t stride, bool more, double* sums,
               cudaStream_t stream) {
  sum_runs<<<blocks_of(static_cast<std::uint64_t>(runs.runs), 256), 256, 0, stream>>>(runs, S, stride, more,
                                                                                      sums);
  check(cudaGetLastError(), "sums of members");
}

template <class T>
void kernel_values(const Points<T>& rows, const Points<T>& columns, int d, const DeviceKernel& kernel,
                   bool same, double* out, cudaStream_t stream) {
  const unsigned grid = blocks_of(rows.count, tile) * blocks_of(columns.count, tile);
  write_values<T><<<grid, tile_threads, 0, stream>>>(side_of(rows), side_of(columns), d,
                                                     function_of<T>(kernel), same, out);
  check(cudaGetLastError(), "kernel values");
}
template void kernel_values(const Points<float>&, const Points<float>&, int, const DeviceKernel&, bool,
                            double*, cudaStream_t);
template void kernel_values(const Points<double>&, const Points<double>&, int, const DeviceKernel&, bool,
                            double*, cudaStream_t);

template <class T>
void kernel_product(const Points<T>& rows, const Points<T>& columns, int d, const DeviceKernel& kernel,
                    bool same, const T* W, int width, double* Y, std::size_t stride, cudaStream_t stream) {
  const dim3 grid(blocks_of(rows.count, tile), blocks_of(width, tile));
  multiply<T><<<grid, tile_threads, 0, stream>>>(side_of(rows), side_of(columns), d, function_of<T>(kernel),
                                                 same, W, width, Y, stride);
  check(cudaGetLastError(), "a product with the kernel matrix");
}
template void kernel_product(const Points<float>&, const Points<float>&, int, const DeviceKernel&, bool,
                             const float*, int, double*, std::size_t, cudaStream_t);
template void kernel_product(const Points<double>&, const Points<double>&, int, const DeviceKernel&, bool,
                             const double*, int, double*, std::size_t, cudaStream_t);

template <class T>
void product_norms(const T* W, int width, int first, int last, int block, const double* S, std::size_t stride,
                   double* norms, cudaStream_t stream) {
  sum_products<T>
      <<<blocks_of(static_cast<std::uint64_t>(last - first), static_cast<unsigned>(block)), 128, 0, stream>>>(
          W, width, first, last, block, S, stride, norms);
  check(cudaGetLastError(), "norms of prototypes");
}
template void product_norms(const float*, int, int, int, int, const double*, std::size_t, double*,
                            cudaStream_t);
template void product_norms(const double*, int, int, int, int, const double*, std::size_t, double*,
                            cudaStream_t);

}  // namespace mercer::device
