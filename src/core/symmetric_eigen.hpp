// All eigenvalues of a symmetric matrix, with their vectors or without, by LAPACK.
//
// The same bits at any number of threads: BLAS runs on one (decision 7).
#pragma once

#include "mercer/types.hpp"

namespace mercer {

struct SymmetricEigen {
  Vector values;            // ascending
  Eigen::MatrixXd vectors;  // unit columns; of each, the first entry of largest size is positive
};
// Of a matrix of which the lower triangle is read. Not a number where an entry is not finite.
SymmetricEigen symmetric_eigen(const Matrix& A);
Vector symmetric_eigenvalues(const Matrix& A);

// Of the tridiagonal matrix with these entries; n - 1 beside the diagonal.
Vector tridiagonal_eigenvalues(const Vector& diagonal, const Vector& beside);

// Vectors have no sign of their own: the first entry of largest size of each column is made positive.
template <class Columns>
void fix_signs(Columns& vectors) {
  for (auto column : vectors.colwise()) {
    Index at = 0;
    column.cwiseAbs().maxCoeff(&at);
    if (column[at] < 0) column *= -1;
  }
}

}  // namespace mercer
