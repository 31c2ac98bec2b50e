// Seeding on a device: distances to the nearest seed so far, and their sums over blocks of 256 points, each
// added up by a tree in shared memory.
#include "cuda/memory.hpp"
#include "cuda/seeds.hpp"

namespace mercer::device {
namespace {

constexpr int threads = seed_block;

// |phi_i - phi_p|^2 from k(x_i, x_p); a point is at distance 0 from itself.
__device__ double pair_distance(const SeedRows& x, int r, double k, int p) {
  return x.first + r == p ? 0. : x.self[x.first + r] + x.self[p] - 2 * k;
}
// The sum of the values of all threads, for thread 0.
__device__ double sum_of_block(double value) {
  __shared__ double parts[threads];
  __syncthreads();
  parts[threadIdx.x] = value;
  for (int half = threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
  }
  return parts[0];
}

__global__ void sum_shares(SeedRows x, const double* d, int starts, double* sums) {
  const int r = blockIdx.x * threads + threadIdx.x;
  for (int s = 0; s < starts; ++s) {
    const double share = r < x.count ? x.weights[r] * d[static_cast<std::size_t>(s) * x.count + r] : 0.;
    const double sum = sum_of_block(share);
    if (threadIdx.x == 0) sums[static_cast<std::size_t>(blockIdx.x) * starts + s] = sum;
  }
}

// Values of the kernel become distances. One that is not finite makes the sum so.
__global__ void sum_remaining(SeedRows x, double* D2, const int* points, int columns, const double* d,
                              int each, bool seeded, double* sums) {
  const int r = blockIdx.x * threads + threadIdx.x;
  for (int c = 0; c < columns; ++c) {
    double left = 0;
    if (r < x.count) {
      double& value = D2[static_cast<std::size_t>(r) * columns + c];
      value = pair_distance(x, r, value, points[c]);
      const double before = d[static_cast<std::size_t>(c / each) * x.count + r];
      const double now = value > 0 ? value : 0.;
      left = x.weights[r] * (seeded && before < now ? before : now) + (isfinite(value) ? 0. : NAN);
    }
    const double sum = sum_of_block(left);
    if (threadIdx.x == 0) sums[static_cast<std::size_t>(blockIdx.x) * columns + c] = sum;
  }
}

__global__ void take_nearer(SeedRows x, const double* D2, int columns, const int* chosen, int starts,
                            bool seeded, double* d) {
  const int r = blockIdx.x * threads + threadIdx.x;
  if (r >= x.count) return;
  for (int s = 0; s < starts; ++s) {
    const double value = D2[static_cast<std::size_t>(r) * columns + chosen[s]], now = value > 0 ? value : 0.;
    double& own = d[static_cast<std::size_t>(s) * x.count + r];
    if (!seeded || now < own) own = now;
  }
}

// One thread for a draw.
__global__ void find_points(SeedRows x, const double* d, const SeedDraw* draws, int count, int* found) {
  const int e = blockIdx.x * threads + threadIdx.x;
  if (e >= count) return;
  const int begin = draws[e].row, end = min(x.count, begin + seed_block);
  double left = draws[e].left;
  int last = begin;
  for (int r = begin; r < end && left >= 0; ++r)
    if (const double share = x.weights[r] * d[static_cast<std::size_t>(draws[e].start) * x.count + r];
        share > 0) {
      last = r;
      left -= share;
    }
  found[e] = x.first + last;
}

__global__ void find_nearest_of(SeedRows x, const double* K, const int* points, int columns, int* labels) {
  const int r = blockIdx.x * threads + threadIdx.x;
  if (r >= x.count) return;
  int best = 0;
  double least = 0;
  for (int c = 0; c < columns; ++c) {
    const double now = pair_distance(x, r, K[static_cast<std::size_t>(r) * columns + c], points[c]);
    if (c == 0 || now < least) least = now, best = c;
  }
  labels[r] = best;
}

}  // namespace

void seed_shares(const SeedRows& x, const double* d, int starts, double* sums, cudaStream_t stream) {
  sum_shares<<<blocks_of(x.count, threads), threads, 0, stream>>>(x, d, starts, sums);
  check(cudaGetLastError(), "shares of points");
}
void seed_remaining(const SeedRows& x, double* D2, const int* points, int columns, const double* d, int each,
                    bool seeded, double* sums, cudaStream_t stream) {
  sum_remaining<<<blocks_of(x.count, threads), threads, 0, stream>>>(x, D2, points, columns, d, each, seeded,
                                                                     sums);
  check(cudaGetLastError(), "candidates for seeds");
}
void seed_take(const SeedRows& x, const double* D2, int columns, const int* chosen, int starts, bool seeded,
               double* d, cudaStream_t stream) {
  take_nearer<<<blocks_of(x.count, threads), threads, 0, stream>>>(x, D2, columns, chosen, starts, seeded, d);
  check(cudaGetLastError(), "a seed");
}
void seed_find(const SeedRows& x, const double* d, const SeedDraw* draws, int count, int* found,
               cudaStream_t stream) {
  find_points<<<blocks_of(count, threads), threads, 0, stream>>>(x, d, draws, count, found);
  check(cudaGetLastError(), "a draw");
}
void nearest_of_points(const SeedRows& x, const double* K, const int* points, int columns, int* labels,
                       cudaStream_t stream) {
  find_nearest_of<<<blocks_of(x.count, threads), threads, 0, stream>>>(x, K, points, columns, labels);
  check(cudaGetLastError(), "nearest points");
}

}  // namespace mercer::device
