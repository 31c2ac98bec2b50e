// The few loops over long rows that decide the speed, for whatever vector instructions the processor has:
// they are compiled for each instruction set and chosen when the program runs.
#pragma once

#include "mercer/types.hpp"

namespace mercer {

// y += sum_r a[r] x[r]: a few rows added up while y stays in registers
void add_rows(const float* const* x, const float* a, Index rows, float* y, Index count);
void add_rows(const double* const* x, const double* a, Index rows, double* y, Index count);

// out(s, :) += sum_r W(r, s) x[r] for s < columns; W is row by row, the rows of `out` are `count` long
void add_products(const float* const* x, Index rows, Index count, const float* W, Index columns, float* out);
void add_products(const double* const* x, Index rows, Index count, const double* W, Index columns,
                  double* out);
// out(r, s) = sum_c x[r][c] V(s, c) for s < columns; the rows of V are `count` long
void dot_products(const float* const* x, Index rows, Index count, const float* V, Index columns, float* out);
void dot_products(const double* const* x, Index rows, Index count, const double* V, Index columns,
                  double* out);

// out(c, r) = x[r][c]: `rows` rows of `count` values become `count` rows, `stride` apart
void transpose(const float* const* x, Index rows, Index count, float* out, Index stride);
void transpose(const double* const* x, Index rows, Index count, double* out, Index stride);

// values = exp(-gamma max(0, xx + yy - 2 values)): a row of products x.y becomes a row of the Gaussian kernel
void gaussian_row(float gamma, float* values, Index count, float xx, const float* yy);
void gaussian_row(double gamma, double* values, Index count, double xx, const double* yy);

// values = exp(-scale sqrt(max(0, xx + yy - 2 values))): the Laplacian kernel
void laplacian_row(float scale, float* values, Index count, float xx, const float* yy);
void laplacian_row(double scale, double* values, Index count, double xx, const double* yy);

}  // namespace mercer
