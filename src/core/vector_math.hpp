// The few loops over long rows that decide the speed, for whatever vector instructions the processor has:
// they are compiled for each instruction set and chosen when the program runs.
#pragma once

#include "mercer/types.hpp"

namespace mercer {

// y += a x
void add_scaled(float a, const float* x, float* y, Index count);
void add_scaled(double a, const double* x, double* y, Index count);

// values = exp(-gamma max(0, xx + yy - 2 values)): a row of products x.y becomes a row of the Gaussian kernel
void gaussian_row(float gamma, float* values, Index count, float xx, const float* yy);
void gaussian_row(double gamma, double* values, Index count, double xx, const double* yy);

// values = exp(-scale sqrt(max(0, xx + yy - 2 values))): the Laplacian kernel
void laplacian_row(float scale, float* values, Index count, float xx, const float* yy);
void laplacian_row(double scale, double* values, Index count, double xx, const double* yy);

// Which pairs of a row may be near: positions j with xx + yy[j] - 2 xy[j] <= bound or <= bounds[j] (where
// `bounds` is given). They are written to `found`, which has room for all; their number is returned.
Index find_near(const float* xy, Index count, float xx, const float* yy, float bound, const float* bounds,
                int* found);
Index find_near(const double* xy, Index count, double xx, const double* yy, double bound,
                const double* bounds, int* found);

}  // namespace mercer
