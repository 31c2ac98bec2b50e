// Points into the image that the tensor cores read, and partial sums out of their places.
#include <cuda_fp16.h>

#include "cuda/memory.hpp"
#include "cuda/tensor_schedule.hpp"
#include "cuda/tensor_work.hpp"

namespace mercer::device {
namespace {

// Unit u (8 halves) of a packed row.
__device__ __forceinline__ char* unit_of(const Packed& p, int row, int u) {
  return p.x + (static_cast<std::size_t>(row / tile_rows) * p.chunks + u / 8) * packed_tile_bytes +
         row % tile_rows * 128 + ((u % 8) ^ (row % 8)) * 16;
}

// One warp for a row.
__global__ void pack_all(const float* x, int n, int d, double scale, double gamma_log2e, Packed to) {
  const int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= to.rows) return;
  double norm = 0;
  for (int e = lane; e < 16 * to.slices; e += 32) {
    const double v = row < n && e < d ? x[static_cast<std::size_t>(row) * d + e] * scale : 0.;
    const __half high = __float2half_rn(static_cast<float>(v));
    const __half low = __float2half_rn(static_cast<float>(v - static_cast<double>(__half2float(high))));
    reinterpret_cast<__half*>(unit_of(to, row, e / 8))[e % 8] = high;
    reinterpret_cast<__half*>(unit_of(to, row, 2 * to.slices + e / 8))[e % 8] = low;
    const double both = static_cast<double>(__half2float(high)) + static_cast<double>(__half2float(low));
    norm += both * both;
  }
  for (int o = 16; o > 0; o /= 2) norm += __shfl_xor_sync(~0u, norm, o);
  if (lane == 0)
    to.norms[row] = row < n ? -static_cast<float>(norm / (scale * scale) * gamma_log2e) : -INFINITY;
}

// One warp for a row.
__global__ void gather_all(Packed from, const int* member, const int* points, const double* weights,
                           Packed to) {
  const int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= to.rows) return;
  const int m = member[row], p = m < 0 ? 0 : points[m];
  for (int u = lane; u < 8 * to.chunks; u += 32)
    *reinterpret_cast<int4*>(unit_of(to, row, u)) =
        m < 0 ? make_int4(0, 0, 0, 0) : *reinterpret_cast<const int4*>(unit_of(from, p, u));
  if (lane == 0)
    to.norms[row] =
        m < 0 ? -INFINITY : from.norms[p] + (weights ? static_cast<float>(log2(weights[m])) : 0.f);
}

__global__ void largest_of(const float* x, std::size_t count, int* bits) {
  float most = 0;
  for (std::size_t i = blockIdx.x * 256ull + threadIdx.x; i < count; i += gridDim.x * 256ull)
    most = fmaxf(most, fabsf(x[i]));
  atomicMax(bits, __float_as_int(most));
}

// The sum of one group for row p, whose block is J: column sums of the runs that this band has, then row sums
// of later half blocks.
template <bool Symmetric>
__device__ double partial_sum(const TensorWork& w, int g, int p) {
  const int J = p / block_rows, of_chunk = slices_of_tile * w.chunk, begin = w.first_slice[g],
            end = w.first_slice[g + 1];
  const std::size_t rows = w.fixed.rows;
  double sum = 0;
  if (J >= w.first_block && J < w.last_block) {
    const int last = Symmetric ? min(end, slices_of_block * (J + 1)) : end;
    for (int s = begin, run = w.run[g]; s < last; ++run) {
      const int next = (s / of_chunk + 1) * of_chunk, places = min(min(last, next) - s, 4);
      for (int i = 0; i < places; ++i)
        sum += w.column_sums[(static_cast<std::size_t>(4) * run + (s + i) % 4) * rows + p];
      s = next;
    }
  }
  if (Symmetric && end > begin)
    for (int h = max(max(2 * (J + 1), begin / slices_of_half), 2 * w.first_block);
         h <= min((end - 1) / slices_of_half, 2 * w.last_block - 1); ++h)
      sum += w.row_sums[w.row_offset[h] - w.band_offset +
                        static_cast<std::int64_t>(w.segment[g] + h - begin / slices_of_half -
                                                  w.segment_of[slices_of_half * h]) *
                            block_rows * (h / 2) +
                        p];
  return sum;
}

template <bool Symmetric>
__global__ void add_all(TensorWork w, DeviceGroups groups, const int* member, int n, bool fresh, double* S,
                        std::size_t stride) {
  const int p = (Symmetric ? 0 : block_rows * w.first_block) + blockIdx.x * half_rows + threadIdx.x,
            i = !member         ? p
                : member[p] < 0 ? -1
                                : groups.points[member[p]];
  if (i < 0 || i >= n) return;
  for (int t = blockIdx.y; t < groups.targets; t += gridDim.y) {
    double sum = 0;
    for (int g = groups.first[t]; g < groups.first[t + 1]; ++g)
      sum += groups.signs[g] * partial_sum<Symmetric>(w, g, p);
    double& to = S[groups.columns[t] * stride + i];
    to = fresh ? sum : to + sum;
  }
}

}  // namespace

void pack_points(const float* x, int n, int d, double scale, double gamma, const Packed& to,
                 cudaStream_t stream) {
  constexpr double log2e = 1.4426950408889634;
  pack_all<<<blocks_of(to.rows, 8), 256, 0, stream>>>(x, n, d, scale, gamma * log2e, to);
  check(cudaGetLastError(), "packing points");
}
void gather_points(const Packed& from, const int* member, const int* points, const double* weights,
                   const Packed& to, cudaStream_t stream) {
  gather_all<<<blocks_of(to.rows, 8), 256, 0, stream>>>(from, member, points, weights, to);
  check(cudaGetLastError(), "gathering points");
}
void largest_value(const float* x, std::size_t count, int* bits, cudaStream_t stream) {
  largest_of<<<1024, 256, 0, stream>>>(x, count, bits);
  check(cudaGetLastError(), "the largest coordinate");
}
void add_partial_sums(const TensorWork& work, bool symmetric, const DeviceGroups& groups, const int* member,
                      int n, bool fresh, double* S, std::size_t stride, cudaStream_t stream) {
  const int rows = symmetric ? work.fixed.rows : block_rows * (work.last_block - work.first_block);
  const dim3 grid(static_cast<unsigned>(rows / half_rows),
                  static_cast<unsigned>(groups.targets < 64 ? groups.targets : 64));
  if (symmetric)
    add_all<true><<<grid, half_rows, 0, stream>>>(work, groups, member, n, fresh, S, stride);
  else
    add_all<false><<<grid, half_rows, 0, stream>>>(work, groups, member, n, fresh, S, stride);
  check(cudaGetLastError(), "adding partial sums");
}

}  // namespace mercer::device
