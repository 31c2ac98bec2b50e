// Inverse weighted clustering with an exponent that rises until the prototypes are distinct.
#pragma once

#include <vector>

#include "core/random.hpp"
#include "engine/critical.hpp"
#include "engine/fit.hpp"
#include "mercer/rules/inverse_weighted.hpp"

namespace mercer {

struct InverseWeightedFit {
  Fit fit;
  double b = 0;  // the exponent it ended with
};

// Starts from random weights in (0, 1), one stream of random numbers each.
Matrix random_weights(Index size, Index clusters, std::vector<Random>& random);

// Starts from given prototypes: iterations below the critical exponent draw them together, noise keeps them
// from coinciding.
Matrix contracted(const Space& space, Matrix W, const Critical& at, std::vector<Random>& random,
                  const FitOptions& options);

// All starts of W. With a given exponent they simply converge; otherwise b rises from 1.3 b_crit by quarters
// until all prototypes of a start are distinct, the start converges, and b rises on to the larger of 2b
// and 8.
std::vector<InverseWeightedFit> fit_inverse_weighted(const Space& space, const InverseWeighted& rule,
                                                     const Matrix& W, const Critical& at,
                                                     std::vector<Random>& random, const FitOptions& options);

}  // namespace mercer
