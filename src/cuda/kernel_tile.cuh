// A tile of 64 x 64 kernel values: any kernel, any dimension, float or double. 256 threads, each with 16
// values. Products are computed by the plain cores in float, and by the tensor cores in double.
#pragma once

#include "cuda/device_kernel.hpp"
#include "kernels/leaves.hpp"

namespace mercer::device {

constexpr int tile = 64, slice = 16, tile_threads = 256;

// Which values a thread has: those of `rows` rows and `columns` columns. `strips` threads share a column, and
// strip() says which of them this one is.
template <class T>
struct Spot {
  static constexpr int rows = 4, columns = 4, strips = 16;
  __device__ static int row(int i) { return threadIdx.x / 16 + 16 * i; }
  __device__ static int column(int j) { return threadIdx.x % 16 + 16 * j; }
  __device__ static int strip() { return threadIdx.x / 16; }
};
// Each warp has 16 rows and 32 columns, in 2 x 4 pieces of 8 x 8 (mma m8n8k4).
template <>
struct Spot<double> {
  static constexpr int rows = 2, columns = 8, strips = 32;
  __device__ static int first_row() { return threadIdx.x / 64 * 16; }
  __device__ static int first_column() { return threadIdx.x / 32 % 2 * 32; }
  __device__ static int row(int i) { return first_row() + 8 * i + threadIdx.x % 32 / 4; }
  __device__ static int column(int j) { return first_column() + j / 2 * 8 + threadIdx.x % 4 * 2 + j % 2; }
  __device__ static int strip() { return threadIdx.x / 64 * 8 + threadIdx.x % 32 / 4; }
};
template <class T>
using Values = T[Spot<T>::rows][Spot<T>::columns];

// Points on one side of a tile: row r is point pick[r], or first + r.
template <class T>
struct Side {
  const T* x = nullptr;       // about the centre, row by row
  const T* norms = nullptr;   // |x|^2
  const T* widths = nullptr;  // gaussian:local
  const int* pick = nullptr;
  int first = 0, count = 0;
  __device__ int point(int r) const { return pick ? pick[r] : first + r; }
};

template <class T>
struct Function {
  DeviceFunction which;
  T scale, offset;
  int degree;
  __device__ T operator()(T xy, T xx, T yy, T sx, T sy) const {
    switch (which) {
      case DeviceFunction::gaussian:
        return GaussianOf<T>{scale}(xy, xx, yy);
      case DeviceFunction::local:
        return std::exp(-squared_distance(xy, xx, yy) / sx / sy);
      case DeviceFunction::polynomial:
        return PolynomialOf<T>{offset, degree}(xy, xx, yy);
      case DeviceFunction::laplacian:
        return LaplacianOf<T>{scale}(xy, xx, yy);
      case DeviceFunction::sigmoid:
        return SigmoidOf<T>{scale, offset}(xy, xx, yy);
      case DeviceFunction::cosine:
        return CosineOf<T>{}(xy, xx, yy);
      default:
        return xy;
    }
  }
};

template <class T>
struct TileRoom {
  T a[slice][tile + 4], b[slice][tile + 4];
};

// Rows first .. first + 63 of a side, slice s of their coordinates, into `to`; zeros beyond the end.
template <class T>
__device__ void load_slice(const Side<T>& side, int first, int s, int d, T (&to)[slice][tile + 4]) {
  for (int e = threadIdx.x; e < tile * slice; e += tile_threads) {
    const int r = e / slice, c = e % slice;
    const bool inside = first + r < side.count && s + c < d;
    to[c][r] = inside ? side.x[static_cast<std::size_t>(side.point(first + r)) * d + s + c] : T(0);
  }
}

// k += a b' for the slice in shared memory.
inline __device__ void add_slice(const TileRoom<float>& room, Values<float>& k) {
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
#pragma unroll
  for (int c = 0; c < slice; ++c) {
    float u[4], v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) u[i] = room.a[c][ty + 16 * i], v[i] = room.b[c][tx + 16 * i];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) k[i][j] += u[i] * v[j];
  }
}
// A lane brings one number of each side to a product of 8 x 4 and 4 x 8, and gets two of its 8 x 8.
inline __device__ void add_slice(const TileRoom<double>& room, Values<double>& k) {
  const int lane = threadIdx.x % 32, across = lane % 4, down = lane / 4;
#pragma unroll
  for (int c = 0; c < slice; c += 4) {
    double u[2], v[4];
#pragma unroll
    for (int i = 0; i < 2; ++i) u[i] = room.a[c + across][Spot<double>::first_row() + 8 * i + down];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = room.b[c + across][Spot<double>::first_column() + 8 * j + down];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j)
        asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
            : "+d"(k[i][2 * j]), "+d"(k[i][2 * j + 1])
            : "d"(u[i]), "d"(v[j]));
  }
}

// k[i][j] = k(a_{a0 + row(i)}, b_{b0 + column(j)}), 0 beyond either end. With `same` both sides number the
// same points, and k(x, x) is exact: from expanded distances it would carry their rounding.
template <class T>
__device__ void kernel_tile(const Side<T>& a, int a0, const Side<T>& b, int b0, int d, const Function<T>& f,
                            bool same, TileRoom<T>& room, Values<T>& k) {
  using At = Spot<T>;
#pragma unroll
  for (int i = 0; i < At::rows; ++i)
#pragma unroll
    for (int j = 0; j < At::columns; ++j) k[i][j] = 0;
  for (int s = 0; s < d; s += slice) {
    __syncthreads();
    load_slice(a, a0, s, d, room.a);
    load_slice(b, b0, s, d, room.b);
    __syncthreads();
    add_slice(room, k);
  }
#pragma unroll
  for (int i = 0; i < At::rows; ++i) {
    const int ra = a0 + At::row(i);
    const int pa = ra < a.count ? a.point(ra) : 0;
#pragma unroll
    for (int j = 0; j < At::columns; ++j) {
      const int rb = b0 + At::column(j);
      if (ra >= a.count || rb >= b.count) {
        k[i][j] = 0;
        continue;
      }
      const int pb = b.point(rb);
      const T xx = a.norms[pa], yy = b.norms[pb];
      const T sx = a.widths ? a.widths[pa] : T(1), sy = b.widths ? b.widths[pb] : T(1);
      k[i][j] = same && pa == pb ? f(xx, xx, xx, sx, sy) : f(k[i][j], xx, yy, sx, sy);
    }
  }
}

}  // namespace mercer::device
