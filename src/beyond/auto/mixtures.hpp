// The Gaussian mixtures among the candidates, and the space in which they are fitted.
#pragma once

#include <optional>

#include "beyond/mixture.hpp"
#include "mercer/beyond/auto.hpp"
#include "mercer/data.hpp"

namespace mercer::automatic {

// The points, or their first principal components if a covariance matrix would have too many entries for the
// points of a cluster: p = min(d, 20, max(2, n / 5K)).
struct EmSpace {
  Matrix Y;
  Matrix axes;  // d x p; empty where Y is the points
};
EmSpace em_space(const Matrix& X, Index clusters);
// That p.
Index axes_for(const Matrix& X, Index clusters);
// The first `count` principal components, or as many as there are.
EmSpace principal_space(const Matrix& X, Index count);

// EM in that space from labels, on `most_rows` random points if there are more; none if it fails.
struct Mixtures {
  std::optional<MixtureFit> first;  // from the first start
  std::optional<MixtureFit> best;   // largest ICL
};
Mixtures fit_mixtures(const EmSpace& space, const std::vector<const Labels*>& starts, Index clusters,
                      std::uint64_t seed, Index most_rows);

}  // namespace mercer::automatic
