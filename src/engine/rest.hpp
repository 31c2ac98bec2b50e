// When a start of the loop ends: it has converged, it changes only by rounding, or it can't win any more.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "mercer/types.hpp"

namespace mercer {

// What decides when a start ends, out of FitOptions.
struct RestLimits {
  double energy = 1e-7;  // relative change of the energy ...
  double weight = 1e-4;  // ... and largest change of a weight at which a start rests
  double epsilon = 0;    // rounding of the space's products
  Index most_steps = 300;
};

// The course of one start.
class Course {
 public:
  // Called after a step, with its energy; `change` is the largest change of a weight. `fixed`: the rule no
  // longer changes.
  void add(double energy, double change, bool fixed) {
    fall_ = steps_ == 0 ? std::numeric_limits<double>::infinity() : std::abs(energy_ - energy);
    energy_ = energy;
    change_ = change;
    if (!fixed || change < least_change_) {
      least_change_ = change;
      since_least_ = 0;
    } else {
      ++since_least_;
    }
    ++steps_;
  }

  // Neither the weights nor the energy change any more.
  bool rests(const RestLimits& limits) const {
    return still(limits) && (change_ < limits.weight || rounds(limits));
  }

  // Even if it went on falling as in its last step, it would not reach `best` in the steps that are left.
  bool beaten(double best, const RestLimits& limits) const {
    return energy_ - best > fall_ * static_cast<double>(limits.most_steps - steps_);
  }

 private:
  bool still(const RestLimits& limits) const { return fall_ <= limits.energy * std::abs(energy_); }

  // A rule amplifies the rounding of the products, so the changes of weights may never fall below a
  // tolerance. They no longer become smaller then. A start that still converges, however slowly, changes less
  // in every step. In double precision the root of epsilon is below any tolerance, and this does not apply.
  bool rounds(const RestLimits& limits) const {
    constexpr int patience = 4;
    return limits.weight > 0 && change_ < std::sqrt(limits.epsilon) && since_least_ >= patience;
  }

  double energy_ = 0, fall_ = std::numeric_limits<double>::infinity();
  double change_ = 0, least_change_ = std::numeric_limits<double>::infinity();
  int since_least_ = 0;
  Index steps_ = 0;
};

}  // namespace mercer
