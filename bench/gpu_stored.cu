// The stored form: all n^2 kernel values as float, once, and each iteration reads every one of them once.
// Points are kept in the order of their labels, so a thread adds the rows of a cluster in a register: no
// atomics, no partial sums, only reading. What limits it is the memory.
#include <cuda_runtime_api.h>

#include <chrono>

#include "cuda/memory.hpp"
#include "gpu_stored.hpp"

namespace mercer {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int block = 128, wide = 4;  // threads of `sums`, and columns of each
constexpr int place_threads = 1024;

// K(h, i); x lies column by column.
__global__ void fill(const float* x, int n, int d, float gamma, float* K) {
  const int i = static_cast<int>(blockIdx.y * blockDim.x + threadIdx.x);
  const std::size_t h = blockIdx.x;
  if (i >= n) return;
  float d2 = 0;
  for (int c = 0; c < d; ++c) {
    const float* column = x + static_cast<std::size_t>(c) * n;
    const float apart = column[h] - column[i];
    d2 += apart * apart;
  }
  K[h * n + i] = __expf(-gamma * d2);
}

// begin[j] = number of points of clusters before j; one block
__global__ void count(const int* labels, int n, int k, int* begin) {
  __shared__ int parts[place_threads];
  parts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < n; i += place_threads) atomicAdd(parts + labels[i], 1);
  __syncthreads();
  if (threadIdx.x > 0) return;
  begin[0] = 0;
  for (int j = 0; j < k; ++j) begin[j + 1] = begin[j] + parts[j];
}

// order[begin_j ...] = the points of cluster j, ascending; a block for each cluster
__global__ void place(const int* labels, int n, const int* begin, int* order) {
  __shared__ int in_warp[place_threads / 32];
  const int j = static_cast<int>(blockIdx.x), thread = static_cast<int>(threadIdx.x), warp = thread / 32;
  int* to = order + begin[j];
  for (int first = 0; first < n; first += place_threads) {
    const int i = first + thread;
    const bool own = i < n && labels[i] == j;
    const unsigned those = __ballot_sync(~0U, own);
    if (thread % 32 == 0) in_warp[warp] = __popc(those);
    __syncthreads();
    int before = __popc(those & ((1U << (thread % 32)) - 1)), all = 0;
    for (int w = 0; w < place_threads / 32; ++w) {
      before += w < warp ? in_warp[w] : 0;
      all += in_warp[w];
    }
    if (own) to[before] = i;
    to += all;
    __syncthreads();
  }
}

// S(j, i) = sum of K(h, i) over the points h of cluster j
__global__ void __launch_bounds__(block)
    sums(const float* K, const int* order, const int* begin, int n, float* S) {
  const int i = static_cast<int>(blockIdx.x * block + threadIdx.x) * wide;
  const int j = static_cast<int>(blockIdx.y);
  if (i >= n) return;
  float4 sum = {0, 0, 0, 0};
  const int end = begin[j + 1];
#pragma unroll 8
  for (int m = begin[j]; m < end; ++m) {
    const float4 k = __ldcs(reinterpret_cast<const float4*>(K + static_cast<std::size_t>(order[m]) * n + i));
    sum.x += k.x;
    sum.y += k.y;
    sum.z += k.z;
    sum.w += k.w;
  }
  *reinterpret_cast<float4*>(S + static_cast<std::size_t>(j) * n + i) = sum;
}

// norm_j = sum of S(j, h) over the points h of cluster j, divided by the square of their number
__global__ void norms(const float* S, const int* order, const int* begin, int n, float* norm) {
  __shared__ double parts[block];
  const int j = static_cast<int>(blockIdx.x), size = begin[j + 1] - begin[j];
  double sum = 0;
  for (int m = begin[j] + static_cast<int>(threadIdx.x); m < begin[j + 1]; m += block)
    sum += S[static_cast<std::size_t>(j) * n + order[m]];
  parts[threadIdx.x] = sum;
  for (unsigned half = block / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
  }
  if (threadIdx.x == 0) norm[j] = size > 0 ? static_cast<float>(parts[0] / size / size) : INFINITY;
}

// The nearest: least norm_j - 2 S(j, i) / size_j. `moved` counts the labels that change.
__global__ void nearest(const float* S, const float* norm, const int* begin, int n, int k, int* labels,
                        int* moved) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  float least = INFINITY;
  int at = 0;
  for (int j = 0; j < k; ++j) {
    const int size = begin[j + 1] - begin[j];
    if (size == 0) continue;
    const float d2 = norm[j] - 2 * S[static_cast<std::size_t>(j) * n + i] / static_cast<float>(size);
    if (d2 < least) {
      least = d2;
      at = j;
    }
  }
  if (labels[i] != at) atomicAdd(moved, 1);
  labels[i] = at;
}

double since(Clock::time_point begin) {
  device::check(cudaDeviceSynchronize(), "waiting");
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

StoredRun stored_lloyd(const float* x, int n, int d, float gamma, int k, const std::vector<int>& labels) {
  if (n % wide != 0 || k > place_threads)
    throw Error(Fault::usage, "the number of points must be a multiple of 4, that of clusters at most 1024");
  const auto size = static_cast<std::size_t>(n), clusters = static_cast<std::size_t>(k);
  std::vector<float> columns(size * static_cast<std::size_t>(d));
  for (std::size_t i = 0; i < size; ++i)
    for (int c = 0; c < d; ++c) columns[c * size + i] = x[i * d + c];
  device::Held held;
  const device::Array<float> points(columns.size(), held), K(size * size, held, "the kernel matrix"),
      S(clusters * size, held), norm(clusters, held);
  const device::Array<int> now(size, held), order(size, held), begin(clusters + 1, held), moved(1, held);
  const auto copy = [](void* to, const void* from, std::size_t bytes) {
    device::check(cudaMemcpy(to, from, bytes, cudaMemcpyDefault), "copying");
  };
  copy(points.data(), columns.data(), points.bytes());
  copy(now.data(), labels.data(), now.bytes());
  StoredRun out;
  out.gigabytes = static_cast<double>(K.bytes()) * 1e-9;
  const dim3 all_pairs(static_cast<unsigned>(n), device::blocks_of(size, 256));
  const auto at_fill = Clock::now();
  fill<<<all_pairs, 256>>>(points.data(), n, d, gamma, K.data());
  device::check(cudaGetLastError(), "filling the matrix");
  out.fill_seconds = since(at_fill);

  const dim3 parts(device::blocks_of(size / wide, block), static_cast<unsigned>(k));
  const auto at_start = Clock::now();
  for (int any = 1; any > 0 && out.iterations < 20000; ++out.iterations) {
    device::check(cudaMemsetAsync(moved.data(), 0, moved.bytes()), "zeros");
    count<<<1, place_threads>>>(now.data(), n, k, begin.data());
    place<<<static_cast<unsigned>(k), place_threads>>>(now.data(), n, begin.data(), order.data());
    sums<<<parts, block>>>(K.data(), order.data(), begin.data(), n, S.data());
    norms<<<static_cast<unsigned>(k), block>>>(S.data(), order.data(), begin.data(), n, norm.data());
    nearest<<<device::blocks_of(size, 256), 256>>>(S.data(), norm.data(), begin.data(), n, k, now.data(),
                                                   moved.data());
    device::check(cudaGetLastError(), "an iteration");
    copy(&any, moved.data(), moved.bytes());
  }
  out.seconds = since(at_start);
  out.labels.resize(size);
  copy(out.labels.data(), now.data(), now.bytes());
  return out;
}

}  // namespace mercer
