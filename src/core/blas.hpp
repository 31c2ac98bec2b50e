// The products that carry the work, in either precision; matrices are row-major with their own strides.
#pragma once

#include <cblas.h>

#include "mercer/types.hpp"

namespace mercer::blas {

// C(m x n) = alpha A(m x k) B(n x k)' + beta C
inline void multiply_transposed(Index m, Index n, Index k, float alpha, const float* A, Index a,
                                const float* B, Index b, float beta, float* C, Index c) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, static_cast<int>(m), static_cast<int>(n),
              static_cast<int>(k), alpha, A, static_cast<int>(a), B, static_cast<int>(b), beta, C,
              static_cast<int>(c));
}
inline void multiply_transposed(Index m, Index n, Index k, double alpha, const double* A, Index a,
                                const double* B, Index b, double beta, double* C, Index c) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, static_cast<int>(m), static_cast<int>(n),
              static_cast<int>(k), alpha, A, static_cast<int>(a), B, static_cast<int>(b), beta, C,
              static_cast<int>(c));
}

// C(m x n) = A(m x k) B(k x n)
inline void multiply(Index m, Index n, Index k, const float* A, Index a, const float* B, Index b, float* C,
                     Index c) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, static_cast<int>(m), static_cast<int>(n),
              static_cast<int>(k), 1, A, static_cast<int>(a), B, static_cast<int>(b), 0, C,
              static_cast<int>(c));
}
inline void multiply(Index m, Index n, Index k, const double* A, Index a, const double* B, Index b, double* C,
                     Index c) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, static_cast<int>(m), static_cast<int>(n),
              static_cast<int>(k), 1, A, static_cast<int>(a), B, static_cast<int>(b), 0, C,
              static_cast<int>(c));
}

// C(m x n) += A(k x m)' B(k x n)
inline void add_transposed(Index m, Index n, Index k, const double* A, Index a, const double* B, Index b,
                           double* C, Index c) {
  cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, static_cast<int>(m), static_cast<int>(n),
              static_cast<int>(k), 1, A, static_cast<int>(a), B, static_cast<int>(b), 1, C,
              static_cast<int>(c));
}

// X(m x n) = X L^-T for a lower triangular L(n x n): every row x becomes L^-1 x
inline void solve_lower(Index m, Index n, const float* L, Index l, float* X, Index x) {
  cblas_strsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, static_cast<int>(m),
              static_cast<int>(n), 1, L, static_cast<int>(l), X, static_cast<int>(x));
}
inline void solve_lower(Index m, Index n, const double* L, Index l, double* X, Index x) {
  cblas_dtrsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, static_cast<int>(m),
              static_cast<int>(n), 1, L, static_cast<int>(l), X, static_cast<int>(x));
}

}  // namespace mercer::blas
