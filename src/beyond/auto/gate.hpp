// How Gaussian the data look.
#pragma once

#include <vector>

#include "beyond/mixture_kinds.hpp"

namespace mercer::automatic {

struct Gate {
  double delta = 0;  // mean over held-out points of log p(mixture) - log p(kernel density), each within +-3
  double value = 0;  // 1 / (1 + exp(-(delta + 0.2) / 0.05))
};

// Points in five folds, and the density of each point under the best of ten kernel densities, which are made
// of the other folds.
class HeldOut {
 public:
  static constexpr Index all_points = 0;  // all of up to 20,000 points, 5,000 of more
  HeldOut(const Matrix& Y, std::uint64_t seed, Index most_points = all_points);
  // The mean advantage of a mixture of some kind, which starts from the labels of the points it is fitted to.
  double delta(const Labels& labels, Index clusters, const MixtureKind& kind) const;

 private:
  std::vector<Index> rows_;
  Matrix P_;       // those rows
  Vector kernel_;  // log densities
};

// The same for Gaussians with full covariance matrices.
Gate gaussian_gate(const HeldOut& points, const Labels& labels, Index clusters);

}  // namespace mercer::automatic
