// Matrices that the user gives instead of points, dense or sparse.
#pragma once

#include "gram/gram.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

// Throws unless the data are a square, symmetric matrix; dissimilarities are also dense, not negative, and
// zero on the diagonal.
void check_given(const Data& matrix, const Kernel& kernel);

// The Gram of such a matrix.
std::shared_ptr<Gram> given_gram(const Data& matrix, const Kernel& kernel);

// New points: KW = k(Z, X) W. A row of Z begins with the similarities (or dissimilarities) to the training
// points and may go on.
void given_cross(const Data& Z, const Kernel& kernel, const Matrix& W, Matrix& KW);

}  // namespace mercer
