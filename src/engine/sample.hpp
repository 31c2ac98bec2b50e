// A sample of the points, and the kernel between them: enough for what is judged by a spectrum.
#pragma once

#include "space/space.hpp"

namespace mercer {

// Up to `most` points, spread evenly over the data.
std::vector<Index> spread_sample(Index size, Index most);

// Up to 1024 points; C = P^(1/2) K~ P^(1/2) with K~ their kernel centred at the weighted mean and P = diag(w
// / sum w), so that the eigenvalues of C are variances along the axes of the data in feature space.
struct SampledKernel {
  std::vector<Index> rows;
  Vector shares;  // w / sum w
  Matrix C;
};
SampledKernel sampled_kernel(const Space& space, const Vector& weights);

}  // namespace mercer
