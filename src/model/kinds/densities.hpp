// Gaussians of a model.
#pragma once

#include "beyond/gaussians.hpp"
#include "mercer/error.hpp"

namespace mercer::kinds {

// Whether every component can be evaluated: a weight above 0, and a positive definite covariance.
inline bool have_densities(const Gaussians& gaussians) {
  if (!(gaussians.weights.array() > 0).all()) return false;
  try {
    const Densities densities(gaussians);
  } catch (const Error&) {
    return false;
  }
  return true;
}

// The column of the largest value of each row, the first of equals.
inline Labels largest_of_rows(const Matrix& L) {
  Labels labels(static_cast<std::size_t>(L.rows()));
  for (Index i = 0; i < L.rows(); ++i) {
    Index best = 0;
    L.row(i).maxCoeff(&best);
    labels[static_cast<std::size_t>(i)] = static_cast<int>(best);
  }
  return labels;
}

}  // namespace mercer::kinds
