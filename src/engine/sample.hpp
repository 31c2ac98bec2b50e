// A sample of the points, and how they vary: enough for parameters that follow from a spectrum.
#pragma once

#include "embed/spectrum.hpp"
#include "space/space.hpp"

namespace mercer {

// Up to `most` points, spread evenly over the data.
std::vector<Index> spread_sample(Index size, Index most);

// Up to 1024 points; C = P^(1/2) K~ P^(1/2) with K~ their kernel centred at the weighted mean and P = diag(w
// / sum w), so that the eigenvalues of C are variances along the axes of the data in feature space. Of points
// with few coordinates a factor is held, C = F F', and the small F' F has the same eigenvalues.
class SampledKernel {
 public:
  SampledKernel(const Space& space, const Vector& weights);

  const std::vector<Index>& rows() const { return rows_; }
  const Vector& shares() const { return shares_; }  // w / sum w
  double variance() const { return C_.size() > 0 ? C_.trace() : F_.squaredNorm(); }
  // The largest eigenvalues of C, as many as are asked for.
  Vector largest_values(Index count) const;
  Eigenpairs largest_pairs(Index count) const;
  // The same points, each at distance one from the mean: K~_hi / sqrt(K~_hh K~_ii) in place of K~_hi. A point
  // at the mean has no direction.
  SampledKernel directions() const;

 private:
  std::vector<Index> rows_;
  Vector shares_;
  Matrix C_, F_;  // one of them
};

}  // namespace mercer
