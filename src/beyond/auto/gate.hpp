// How Gaussian the data look.
#pragma once

#include "beyond/mixture_kinds.hpp"

namespace mercer::automatic {

struct Gate {
  double delta = 0;  // mean over held-out points of log p(mixture) - log p(kernel density), each within +-3
  double value = 0;  // 1 / (1 + exp(-(delta + 0.2) / 0.05))
};
// delta of a mixture of some kind. Five folds; the mixture of `clusters` components starts from the labels of
// the points it is fitted to.
double held_out_delta(const Matrix& Y, const Labels& labels, Index clusters, const MixtureKind& kind,
                      std::uint64_t seed);
// Of Gaussians with shapes of their own.
Gate gaussian_gate(const Matrix& Y, const Labels& labels, Index clusters, std::uint64_t seed);

}  // namespace mercer::automatic
