#include "engine/sample.hpp"

#include <algorithm>

#include "embed/spectrum.hpp"

namespace mercer {

std::vector<Index> spread_sample(Index size, Index most) {
  const Index m = std::min(size, most);
  std::vector<Index> sample(static_cast<std::size_t>(m));
  for (Index s = 0; s < m; ++s) sample[static_cast<std::size_t>(s)] = s * size / m;
  return sample;
}

SampledKernel sampled_kernel(const Space& space, const Vector& weights) {
  constexpr Index most = 1024;
  SampledKernel sample;
  sample.rows = spread_sample(space.size(), most);
  const Vector w = weights(sample.rows);
  sample.shares = w / w.sum();
  Matrix D2;
  space.between(sample.rows, sample.rows, D2);
  sample.C = centred_kernel(std::move(D2), w);
  const Vector root = sample.shares.cwiseSqrt();
  for (Index i = 0; i < sample.C.rows(); ++i)
    for (Index j = 0; j < sample.C.cols(); ++j) sample.C(i, j) *= root[i] * root[j];
  return sample;
}

}  // namespace mercer
