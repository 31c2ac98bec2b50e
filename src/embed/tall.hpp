// Products of tall matrices, n x few: blocks of rows in parallel, sums in a fixed order.
#pragma once

#include "mercer/types.hpp"

namespace mercer {

// A' B
Matrix tall_product(const Matrix& A, const Matrix& B);
// out = A S, or out += A S
void combine(const Matrix& A, const Matrix& S, bool add, Matrix& out);

}  // namespace mercer
