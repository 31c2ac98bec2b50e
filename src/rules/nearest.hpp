// Ties: the lowest index among the prototypes that are nearest up to rounding.
#pragma once

#include <algorithm>
#include <cmath>

#include "mercer/types.hpp"

namespace mercer {

// Rounding error of a distance that was formed from terms of the given sizes.
inline double tie_tolerance(double self, double prototype_norm, double epsilon) {
  return 16 * epsilon * (std::abs(self) + std::abs(prototype_norm));
}

template <class Row, class NormOf>
Index nearest(const Row& d2, double self, const NormOf& prototype_norm, double epsilon) {
  Index best = 0;
  for (Index j = 1; j < d2.size(); ++j)
    if (d2[j] < d2[best]) best = j;
  const double limit = d2[best] + tie_tolerance(self, prototype_norm(best), epsilon);
  for (Index j = 0; j < best; ++j)
    if (d2[j] <= limit) return j;
  return best;
}

}  // namespace mercer
