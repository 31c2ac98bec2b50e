// What is done with sums in the device's memory: read, moved, and searched for the nearest prototype.
#include <thrust/iterator/counting_iterator.h>
#include <cub/device/device_select.cuh>

#include "cuda/launch.hpp"
#include "cuda/memory.hpp"
#include "space/gain.hpp"

namespace mercer::device {
namespace {

constexpr int threads = 256;

__global__ void nudge_all(const double* K, const double* step, int columns, int n, double* S,
                          std::size_t stride) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i >= n) return;
  for (int j = 0; j < columns; ++j)
    if (step[j] > 0) S[j * stride + i] += step[j] * (K[i] - S[j * stride + i]);
}

__global__ void spread_all(const double* Z, const double* H, int k, int columns, int n, double* out,
                           std::size_t stride) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i >= n) return;
  for (int j = blockIdx.y; j < columns; j += gridDim.y) {
    const int first = j / k * k;
    double sum = 0;
    for (int l = 0; l < k; ++l) sum += Z[(first + l) * stride + i] * H[l * k + j - first];
    out[j * stride + i] = sum;
  }
}

// Through a tile in shared memory, so that both sides go line by line.
__global__ void transpose_rows(const double* S, std::size_t stride, const int* pick, int first, int rows,
                               int first_column, int columns, double* out) {
  __shared__ double part[32][33];
  const int r0 = blockIdx.x * 32, j0 = blockIdx.y * 32;
  for (int y = threadIdx.y; y < 32; y += 8) {
    const int r = r0 + threadIdx.x, j = j0 + y;
    if (r < rows && j < columns)
      part[y][threadIdx.x] = S[(first_column + j) * stride + (pick ? pick[r] : first + r)];
  }
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) {
    const int r = r0 + y, j = j0 + threadIdx.x;
    if (r < rows && j < columns) out[static_cast<std::size_t>(r) * columns + j] = part[threadIdx.x][y];
  }
}

// D2 - K_ii = norms_j - twice_j S(j, i): the least, then the lowest column within the tolerance of it.
__global__ void choose_nearest(Nearest of, const int* labels, int* now, unsigned char* flags) {
  const int i = of.first + blockIdx.x * threads + threadIdx.x;
  if (i >= of.last) return;
  const double self = of.self[i];
  double least = 0, before = INFINITY;  // of the columns before the best one
  int best = -1;
  for (int j = 0; j < of.columns; ++j) {
    const double d2 = self - of.twice[j] * of.S[j * of.stride + i] + of.norms[j];
    if (best < 0 || d2 < least) {
      if (best >= 0) before = least;
      least = d2, best = j;
    }
  }
  const double limit = least + 16 * of.epsilon * (fabs(self) + fabs(of.norms[best]));
  int chosen = best;
  for (int j = 0; j < best && before <= limit; ++j)
    if (self - of.twice[j] * of.S[j * of.stride + i] + of.norms[j] <= limit) {
      chosen = j;
      break;
    }
  now[i] = chosen;
  flags[i] = chosen != labels[i];
}

__global__ void choose_gaining(Nearest of, const int* labels, const double* mass, const double* weights,
                               double least, unsigned char* flags) {
  const int i = of.first + blockIdx.x * threads + threadIdx.x;
  if (i >= of.last) return;
  const auto distance = [&](int j) {
    return of.self[i] - of.twice[j] * of.S[j * of.stride + i] + of.norms[j];
  };
  const int from = labels[i];
  const double w = weights ? weights[i] : 1., own = distance(from);
  bool any = false;
  if (!is_alone(w, mass[from]))
    for (int j = 0; j < of.columns && !any; ++j)
      any = j != from && mass[j] > 0 && gain_of_move(w, mass[from], own, mass[j], distance(j)) > least;
  flags[i] = any;
}

__global__ void move_labels(const int* moved, const int* count, int* labels, const int* now, int* moves) {
  const int e = blockIdx.x * threads + threadIdx.x;
  if (e >= *count) return;
  const int i = moved[e];
  moves[3 * e] = i;
  moves[3 * e + 1] = labels[i];
  moves[3 * e + 2] = labels[i] = now[i];
}

// The points whose flag is set.
void select_flagged(const Nearest& of, const unsigned char* flags, int* chosen, int* count, void* scratch,
                    std::size_t scratch_bytes, cudaStream_t stream) {
  check(cub::DeviceSelect::Flagged(scratch, scratch_bytes, thrust::counting_iterator<int>(of.first),
                                   flags + of.first, chosen, count, of.last - of.first, stream),
        "a selection of points");
}

}  // namespace

void nudge_sums(const double* K, const double* step, int columns, int n, double* S, std::size_t stride,
                cudaStream_t stream) {
  nudge_all<<<blocks_of(n, threads), threads, 0, stream>>>(K, step, columns, n, S, stride);
  check(cudaGetLastError(), "a step of a prototype");
}
void spread_sums(const double* Z, const double* H, int k, int columns, int n, double* out, std::size_t stride,
                 cudaStream_t stream) {
  const dim3 grid(blocks_of(n, threads), static_cast<unsigned>(columns < 65535 ? columns : 65535));
  spread_all<<<grid, threads, 0, stream>>>(Z, H, k, columns, n, out, stride);
  check(cudaGetLastError(), "sums of neighbours");
}
void read_rows(const double* S, std::size_t stride, const int* pick, int first, int rows, int first_column,
               int columns, double* out, cudaStream_t stream) {
  const dim3 grid(blocks_of(rows, 32), blocks_of(columns, 32));
  transpose_rows<<<grid, dim3(32, 8), 0, stream>>>(S, stride, pick, first, rows, first_column, columns, out);
  check(cudaGetLastError(), "reading sums");
}

std::size_t find_nearest_scratch(int n) {
  std::size_t bytes = 0;
  const unsigned char* flags = nullptr;
  int* out = nullptr;
  check(cub::DeviceSelect::Flagged(nullptr, bytes, thrust::counting_iterator<int>(0), flags, out, out, n),
        "selection");
  return bytes;
}
void find_nearest(const Nearest& of, const int* labels, int* now, unsigned char* flags, int* moved,
                  int* count, void* scratch, std::size_t scratch_bytes, cudaStream_t stream) {
  choose_nearest<<<blocks_of(of.last - of.first, threads), threads, 0, stream>>>(of, labels, now, flags);
  check(cudaGetLastError(), "nearest prototypes");
  select_flagged(of, flags, moved, count, scratch, scratch_bytes, stream);
}
void find_gaining(const Nearest& of, const int* labels, const double* mass, const double* weights,
                  double least, unsigned char* flags, int* moved, int* count, void* scratch,
                  std::size_t scratch_bytes, cudaStream_t stream) {
  choose_gaining<<<blocks_of(of.last - of.first, threads), threads, 0, stream>>>(of, labels, mass, weights,
                                                                                 least, flags);
  check(cudaGetLastError(), "moves that gain");
  select_flagged(of, flags, moved, count, scratch, scratch_bytes, stream);
}
void take_moves(const int* moved, const int* count, int most, int* labels, const int* now, int* moves,
                cudaStream_t stream) {
  move_labels<<<blocks_of(most, threads), threads, 0, stream>>>(moved, count, labels, now, moves);
  check(cudaGetLastError(), "new labels");
}

}  // namespace mercer::device
