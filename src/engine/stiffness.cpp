#include "engine/stiffness.hpp"

#include <algorithm>
#include <limits>

#include "engine/sample.hpp"

namespace mercer {

Stiffness stiffness(const Space& space, Index clusters, const Vector& weights) {
  constexpr double tau = 1.5, negligible = 1e-6;
  const Vector lambda = SampledKernel(space, weights).largest_values(std::max<Index>(1, clusters - 1));
  if (!(lambda[0] > 0)) return {1, 1};  // all points coincide
  Index last = lambda.size() - 1;
  while (last > 0 && lambda[last] <= negligible * lambda[0]) --last;
  return {1 / (2 * lambda[0]), tau / (2 * lambda[last])};
}

}  // namespace mercer
