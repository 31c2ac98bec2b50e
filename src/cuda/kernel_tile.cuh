// A tile of 64 x 64 kernel values on the plain cores: any kernel, any dimension, float or double. 256
// threads, each with 4 x 4 values: rows ty + 16 i, columns tx + 16 j.
#pragma once

#include "cuda/device_kernel.hpp"
#include "kernels/leaves.hpp"

namespace mercer::device {

constexpr int tile = 64, slice = 16, tile_threads = 256;

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

// k[i][j] = k(a_{a0 + ty + 16 i}, b_{b0 + tx + 16 j}), 0 beyond either end. With `same` both sides number the
// same points, and k(x, x) is exact: from expanded distances it would carry their rounding.
template <class T>
__device__ void kernel_tile(const Side<T>& a, int a0, const Side<T>& b, int b0, int d, const Function<T>& f,
                            bool same, TileRoom<T>& room, T (&k)[4][4]) {
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) k[i][j] = 0;
  for (int s = 0; s < d; s += slice) {
    __syncthreads();
    load_slice(a, a0, s, d, room.a);
    load_slice(b, b0, s, d, room.b);
    __syncthreads();
#pragma unroll
    for (int c = 0; c < slice; ++c) {
      T u[4], v[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) u[i] = room.a[c][ty + 16 * i], v[i] = room.b[c][tx + 16 * i];
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) k[i][j] += u[i] * v[j];
    }
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int ra = a0 + ty + 16 * i;
    const int pa = ra < a.count ? a.point(ra) : 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int rb = b0 + tx + 16 * j;
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
