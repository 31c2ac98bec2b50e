#include "engine/critical.hpp"

#include <cmath>
#include <limits>

#include "embed/spectrum.hpp"
#include "engine/sample.hpp"

namespace mercer {

Critical critical(const Space& space, const Vector& weights) {
  SampledKernel sample = sampled_kernel(space, weights);
  Matrix& C = sample.C;
  const double variance = C.diagonal().sum();
  // C_hi = sqrt(p_h p_i) K~_hi: dividing by sqrt(C_hh C_ii / p_h p_i) leaves sqrt(p_h p_i) times the cosine.
  // A point at the mean has no direction.
  Vector factor = Vector::Zero(C.rows());
  for (Index h = 0; h < C.rows(); ++h)
    if (C(h, h) > 1e-12 * sample.shares[h] * variance) factor[h] = std::sqrt(sample.shares[h] / C(h, h));
  for (Index h = 0; h < C.rows(); ++h)
    for (Index i = 0; i < C.cols(); ++i) C(h, i) *= factor[h] * factor[i];
  const double lambda = variance > 0 ? largest_eigenvalues(C, 1)[0] : 1;
  return {lambda < 0.5 ? 1 / (1 - 2 * lambda) : std::numeric_limits<double>::infinity(), 1 / lambda,
          std::max(0.0, variance)};
}

double automatic_fuzziness(const Critical& at) { return std::min(2.0, 1 + (at.fuzziness - 1) / 2); }

}  // namespace mercer
