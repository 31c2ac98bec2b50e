// Ties: the lowest index among the prototypes that are nearest up to rounding.
#pragma once

#include <cmath>

#include "core/distance_math.hpp"

namespace mercer {

// Rounding error of a distance that was formed from terms of the given sizes.
inline double tie_tolerance(double self, double prototype_norm, double epsilon) {
  return 16 * epsilon * (std::abs(self) + std::abs(prototype_norm));
}

template <class Row, class NormOf>
Index nearest(const Row& d2, double self, const NormOf& prototype_norm, double epsilon) {
  double least = 0;
  Index best = 0;
  least_of_rows(d2.data(), d2.size(), 1, d2.size(), &least, &best);
  return first_at_most(least + tie_tolerance(self, prototype_norm(best), epsilon), d2.data(), best + 1);
}

}  // namespace mercer
