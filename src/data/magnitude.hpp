// How large the values are: sums of their squares must neither overflow nor vanish.
#pragma once

#include "mercer/data.hpp"

namespace mercer {

// The largest absolute value; 0 where there is none.
double largest_value(const Data& data);

// Refuses values so large that differences and their sums would leave the range of numbers.
void require_range(double largest);

// Whether squares of values of this size, and sums of some of them, are ordinary numbers.
bool squares_are_ordinary(double largest);

// The power of two that brings the largest value below 1 where its square is not ordinary, else 1. To
// multiply by it and to divide by it again changes no digit.
double square_scale(double largest);

// D(i,j) = |x_i - v_j| where the square D2(i,j) is not finite.
void mend_lengths(const Data& points, const Matrix& vectors, const Matrix& D2, Matrix& D);

}  // namespace mercer
