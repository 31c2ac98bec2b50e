// Spectral clustering is not a loop of weights and distances but an eigenproblem, and then k-means among what
// it gives: points of one cluster have nearly the same coordinates in the leading eigenvectors.
#pragma once

#include "beyond/affinity.hpp"
#include "mercer/beyond/spectral.hpp"

namespace mercer {

struct SpectralEmbedding {
  Vector values;   // of D^-1/2 A D^-1/2, largest first; behind those of the vectors an estimate of the next
  Matrix vectors;  // their unit eigenvectors u, n x columns
  bool converged = true;
};
SpectralEmbedding spectral_embedding(const Affinity& affinity, Index columns, const EigenOptions& options);

// Coordinates of the points in a variant.
Matrix spectral_features(SpectralVariant variant, const Matrix& vectors, const Vector& degree);

// Nystrom: what new points need, and their coordinates from products = [a(Z, X) coefficients, d(Z)].
SpectralMap spectral_map(const SpectralEmbedding& embedding, const Vector& degree);
Matrix new_spectral_features(SpectralVariant variant, const Matrix& products);

}  // namespace mercer
