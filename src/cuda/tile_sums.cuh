// Kernel values of a warp's 16 x 128 tile of products, and their sums, kept in registers.
#pragma once

#include "cuda/tensor_ops.cuh"

namespace mercer::device {

template <int Half>
__device__ __forceinline__ void halve(float (&v)[32], int lane) {
  const bool upper = lane & Half;
#pragma unroll
  for (int i = 0; i < Half; ++i) {
    const float give = upper ? v[i] : v[i + Half], keep = upper ? v[i + Half] : v[i];
    v[i] = keep + __shfl_xor_sync(~0u, give, Half);
  }
}

// Column sums of a warp (128 columns) to their place, and zero again: the 8 lanes that share columns are
// added, halving the columns that each keeps.
__device__ __forceinline__ void flush_columns(float (&columns)[32], float* to, int lane) {
  halve<16>(columns, lane);
  halve<8>(columns, lane);
  halve<4>(columns, lane);
  to += 2 * (lane % 4) + 8 * (lane / 4 % 2 * 2 + lane / 8 % 2 * 4 + lane / 16 * 8);
  *reinterpret_cast<float2*>(to) = make_float2(columns[0], columns[1]);
  *reinterpret_cast<float2*>(to + 8) = make_float2(columns[2], columns[3]);
#pragma unroll
  for (int i = 0; i < 32; ++i) columns[i] = 0.f;
}

// exp(-gamma |x-y|^2) = 2^(factor x.y + norm_x + norm_y); norms are negative. `columns` += column sums; if
// Rows, acc[8 s], acc[8 s + 1] become row sums of 16 columns each.
template <bool Rows>
__device__ __forceinline__ void evaluate_tile(float (&acc)[64], float (&columns)[32], float factor,
                                              float row0, float row1, const float2* norms) {
#pragma unroll
  for (int s = 0; s < 8; ++s) {
    float* a = acc + 8 * s;
    const float2 nb = norms[8 * s], nc = norms[8 * s + 4];
    a[0] = power_of_two(fmaf(a[0], factor, row0) + nb.x);
    a[1] = power_of_two(fmaf(a[1], factor, row0) + nb.y);
    a[2] = power_of_two(fmaf(a[2], factor, row1) + nb.x);
    a[3] = power_of_two(fmaf(a[3], factor, row1) + nb.y);
    a[4] = power_of_two(fmaf(a[4], factor, row0) + nc.x);
    a[5] = power_of_two(fmaf(a[5], factor, row0) + nc.y);
    a[6] = power_of_two(fmaf(a[6], factor, row1) + nc.x);
    a[7] = power_of_two(fmaf(a[7], factor, row1) + nc.y);
    columns[4 * s] += a[0] + a[2];
    columns[4 * s + 1] += a[1] + a[3];
    columns[4 * s + 2] += a[4] + a[6];
    columns[4 * s + 3] += a[5] + a[7];
    if (Rows) {
      a[0] = (a[0] + a[1]) + (a[4] + a[5]);
      a[1] = (a[2] + a[3]) + (a[6] + a[7]);
    }
  }
}

}  // namespace mercer::device
