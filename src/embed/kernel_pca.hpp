// Kernel principal components (Scholkopf, Smola and Muller 1998): the axes of largest variance of the points
// in feature space.
#pragma once

#include "embed/eigensolver.hpp"

namespace mercer {

// With H K H = sum_a values_a vectors_a vectors_a', H = I - 1 1'/n:
struct KernelPca {
  Vector values;     // largest first, not negative; values_a / n is the variance along axis a
  Matrix vectors;    // n x dimensions, unit columns
  double total = 0;  // tr H K H, the sum of all eigenvalues
  bool converged = true;

  // Coordinates of the points: sqrt(values_a) vectors_a.
  Matrix scores() const { return vectors * values.cwiseSqrt().asDiagonal(); }
};
// The first `dimensions` axes; fewer when fewer have any variance.
KernelPca kernel_pca(const Gram& gram, Index dimensions, const EigenOptions& options = {});

// Coordinates of new points, only from their kernel with the training points:
//   y_a(z) = sum_i k(z, x_i) coefficients_ia - shift_a
// The coefficients vectors_a / sqrt(values_a) sum to zero, and so the mean of k(z, .) has cancelled.
struct Projection {
  Matrix coefficients;  // n x dimensions
  Vector shift;
};
Projection projection_of(const KernelPca& pca, const Gram& gram);

}  // namespace mercer
