// Eigenvalues of symmetric matrices: a few from one end by Lanczos, all of them when the matrix is small.
#pragma once

#include "mercer/types.hpp"

namespace mercer {

// The `count` largest eigenvalues, descending (fewer when the matrix is smaller).
Vector largest_eigenvalues(const Matrix& A, Index count);
// The same with their eigenvectors, a column each; the entry of largest size is positive.
struct Eigenpairs {
  Vector values;
  Matrix vectors;
};
Eigenpairs largest_eigenpairs(const Matrix& A, Index count);
double least_eigenvalue(const Matrix& A);

// -1/2 H D2 H with H = I - 1 w' / sum w: the kernel, centred at the weighted mean, behind squared distances.
// It takes the place of the distances.
Matrix centred_kernel(Matrix D2, const Vector& weights);

}  // namespace mercer
