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

// values = max(0, xx + yy - 2 values): a row of products becomes a row of squared distances
void distance_row(double* values, Index count, double xx, const double* yy);

// out[r] = sum_c (x[c] - columns[c stride + r])^2, with the sums of graph/distance.hpp, bit for bit
void squared_distances(const double* x, Index dimensions, const double* columns, Index stride, Index count,
                       double* out);

// The least of at least one value, and where the first of those is
double least_of(const double* values, Index count);
Index least_at(const double* values, Index count);

// out = t^(e+1), t = least / values, for 0 < least <= values and e > 0; the sum of t^e is returned
double ratio_powers(double least, double e, const double* values, double* out, Index count);

// values = values^e for values from 0 to 1 and e > 0; below 1e-300 they count as 0
void power_row(double e, double* values, Index count);

// e as a whole number from 1 to 64 where it is one up to rounding (that of 1 / (1.2 - 1), say); else 0
unsigned whole_exponent(double e);

}  // namespace mercer
