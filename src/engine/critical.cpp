#include "engine/critical.hpp"

#include <cmath>
#include <limits>

#include "engine/sample.hpp"

namespace mercer {

Critical critical(const Space& space, const Vector& weights) {
  const SampledKernel sample(space, weights);
  const double variance = sample.variance();
  const double lambda = variance > 0 ? sample.directions().largest_values(1)[0] : 1;
  return {lambda < 0.5 ? 1 / (1 - 2 * lambda) : std::numeric_limits<double>::infinity(), 1 / lambda,
          std::max(0.0, variance)};
}

double automatic_fuzziness(const Critical& at) { return std::min(2.0, 1 + (at.fuzziness - 1) / 2); }

}  // namespace mercer
