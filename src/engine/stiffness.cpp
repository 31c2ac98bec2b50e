#include "engine/stiffness.hpp"

#include <algorithm>
#include <limits>

#include "embed/spectrum.hpp"

namespace mercer {

std::vector<Index> spread_sample(Index size, Index most) {
  const Index m = std::min(size, most);
  std::vector<Index> sample(static_cast<std::size_t>(m));
  for (Index s = 0; s < m; ++s) sample[static_cast<std::size_t>(s)] = s * size / m;
  return sample;
}

Stiffness stiffness(const Space& space, Index clusters, const Vector& weights) {
  constexpr Index most = 2048;
  constexpr double tau = 1.5, negligible = 1e-6;
  const std::vector<Index> sample = spread_sample(space.size(), most);
  const Vector w = weights(sample);
  Matrix D2;
  space.between(sample, sample, D2);
  Matrix K = centred_kernel(std::move(D2), w);
  const Vector root = (w / w.sum()).cwiseSqrt();
  for (Index i = 0; i < K.rows(); ++i)
    for (Index j = 0; j < K.cols(); ++j) K(i, j) *= root[i] * root[j];
  const Vector lambda = largest_eigenvalues(K, std::max<Index>(1, clusters - 1));
  if (!(lambda[0] > 0)) return {1, 1};  // all points coincide
  Index last = lambda.size() - 1;
  while (last > 0 && lambda[last] <= negligible * lambda[0]) --last;
  return {1 / (2 * lambda[0]), tau / (2 * lambda[last])};
}

}  // namespace mercer
