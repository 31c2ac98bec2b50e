// Distances, block by block, and what rules make of them: for whatever vector instructions the processor has,
// as vector_math.hpp.
#pragma once

#include "mercer/types.hpp"

namespace mercer {

// out(r, s) = max(0, |x_r|^2 + |v_s|^2 - 2 x_r.v_s) for `rows` points x_r, one after the other, whose squared
// norms are xx, and the rows v_s of V, whose squared norms are yy. For few dimensions: all sums stay in
// registers. A value depends only on its own row and vector.
constexpr Index few_dimensions = 64;
void distances_to(const double* x, Index rows, const double* xx, const Matrix& V, const Vector& yy,
                  double* out);

// values(r, s) = max(0, xx[r] + yy[s] - 2 values(r, s)): products, row by row, become squared distances
void distance_rows(double* values, Index rows, Index count, const double* xx, const double* yy);

// out[r] = sum_c (x[c] - columns[c stride + r])^2, with the sums of graph/distance.hpp, bit for bit
void squared_distances(const double* x, Index dimensions, const double* columns, Index stride, Index count,
                       double* out);

// The least of at least one value
double least_of(const double* values, Index count);
// A row of `values` after the other, each `stride` behind the one before: its least value, and where the
// first of those is
void least_of_rows(const double* values, Index stride, Index rows, Index count, double* least, Index* at);

// Where the first value is that is no more than `limit`; the last place when none is
Index first_at_most(double limit, const double* values, Index count);

// The least of rows, and out(r, s) = t^(e+1) with t = least[r] / values(r, s), and sums[r] = sum_s t^e, for e
// > 0. Where the least is not a positive number, out and sums are of no use.
void ratio_powers(const double* values, Index stride, Index rows, Index count, double e, double* out,
                  Index out_stride, double* least, double* sums);

// values(r, s) *= scale[r]
void scale_rows(double* values, Index stride, Index rows, Index count, const double* scale);

// sums[s] = sum_r now(r, s) and changes[s] = max_r |now(r, s) - before(r, s)|; rows are `count` long
void sums_and_changes(const double* before, const double* now, Index rows, Index count, double* sums,
                      double* changes);

// values = values^e for values from 0 to 1 and e > 0; below 1e-300 they count as 0
void power_row(double e, double* values, Index count);

// values = exp(-values) for values >= 0, infinity among them
void decay_row(double* values, Index count);

// e as a whole number from 1 to 64 where it is one up to rounding (that of 1 / (1.2 - 1), say); else 0
unsigned whole_exponent(double e);

}  // namespace mercer
