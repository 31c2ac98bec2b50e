// The largest eigenvalues of a symmetric matrix that is known by its products only, with their vectors.
//
// Lanczos' method with a block of vectors in the place of one: a product with many columns costs little more
// than one with a single column, and an eigenvalue is found as often as it occurs, up to the size of the
// block, where a single vector would see it once. (Affinities of separated clusters have the eigenvalue 1
// once for each of them.)
#pragma once

#include <functional>

#include "embed/spectrum.hpp"
#include "gram/gram.hpp"

namespace mercer {

// AX = A X, n x columns
using Product = std::function<void(const Matrix& X, Matrix& AX)>;

struct EigenOptions {
  double tolerance = 1e-9;  // |A v - lambda v| of every pair, relative to the largest |lambda|
  Index max_products = 1000;
  std::uint64_t seed = 1;
  Control* control = nullptr;  // a stop leaves what was found so far
};
struct EigenSolution {
  Eigenpairs pairs;  // largest first; unit vectors whose entry of largest size is positive
  double next = -1;  // the eigenvalue behind them, estimated from below; the least one if there is none
  Index products = 0;
  bool converged = false;
};
// The `count` largest (all n of them when there are no more).
EigenSolution top_eigenpairs(Index n, const Product& product, Index count, const EigenOptions& options = {});

// H K X with H = I - 1 1'/n, for X whose columns have mean zero: products with the centred kernel matrix.
Product centred_product(const Gram& gram, Control* control = nullptr);

}  // namespace mercer
