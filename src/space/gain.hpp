// What a single move gains (Hartigan and Wong).
#pragma once

#include "core/anywhere.hpp"

namespace mercer {

// Moving a point of weight w from prototype a to b lowers the sum of squared distances by
//   w (M_a / (M_a - w) d_a - M_b / (M_b + w) d_b)        (M = mass of the cluster, d = squared distance)
MERCER_ANYWHERE inline double gain_of_move(double w, double mass_a, double d_a, double mass_b, double d_b) {
  return w * (mass_a / (mass_a - w) * d_a - mass_b / (mass_b + w) * d_b);
}
// It is the only one there, up to rounding.
MERCER_ANYWHERE inline bool is_alone(double w, double mass) { return mass - w <= 1e-9 * w; }

}  // namespace mercer
