// Many systems with one triangular matrix.
#pragma once

#include <algorithm>

#include "core/blas.hpp"

namespace mercer {

// X(m x n) = X L^-T for a lower triangular L(n x n): every row x becomes L^-1 x. In steps of 16 columns,
// which are products but for the inverses of 16 x 16 numbers: OpenBLAS alone takes 2 to 3 times as long for n
// = 50 to 400.
template <class T>
void solve_lower(Index m, Index n, const T* L, Index l, T* X, Index x) {
  constexpr Index step = 16;
  MatrixOf<T> moved(m, step), inverse(step, step);
  for (Index c = 0; c < n; c += step) {
    const Index w = std::min(step, n - c);
    // X_c = (X_c - X_before L_before') L_c^-T
    if (c > 0) blas::multiply_transposed(m, w, c, T(-1), X, x, L + c * l, l, T(1), X + c, x);
    inverse.setIdentity();
    blas::solve_lower(w, w, L + c * l + c, l, inverse.data(), step);
    for (Index i = 0; i < m; ++i) std::copy_n(X + i * x + c, w, moved.data() + i * step);
    blas::multiply(m, w, w, moved.data(), step, inverse.data(), step, X + c, x);
  }
}

}  // namespace mercer
