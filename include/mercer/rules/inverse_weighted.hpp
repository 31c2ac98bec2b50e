// Inverse weighted clustering (novel-kernel-clustering-iwc, eq. 4 and 6): every point pulls every
// prototype, the nearest one fully.
//
// The paper prints the exponents 2 and 2, which contradict its own objective (2); b is the exponent here.
#pragma once

#include "mercer/rules/shares.hpp"

namespace mercer {

struct InverseWeighted {
  static constexpr std::string_view name = "iwc",
                                    about = "inverse weighted clustering; with a kernel, in feature space";
  static constexpr double rest = 1e-6;
  static constexpr bool absolute = true;
  static constexpr std::string_view when_fewer = "raise b, turn polish on, or ask for fewer clusters";
  std::optional<double> b = {};
  bool polish = true;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("b", self.b,
          "exponent, above b_crit; auto = raised from 1.3 b_crit until the prototypes are distinct",
          Allowed::above(0));
    visit("polish", self.polish,
          "end with k-means from these clusters (Lloyd's iterations, Hartigan's moves)");
  }

  //   w_j = (d2_min / d2_j)^(b/2),   energy = d2_min; distances are at least 1e-12 of the row's
  //   largest
  double operator()(std::span<const double> d2, std::span<double> w) const {
    double largest = 0;
    for (double d : d2)
      if (std::isfinite(d)) largest = std::max(largest, d);
    const double least = rules::least(d2), floor = std::max(1e-12 * largest, 1e-300);
    for (std::size_t j = 0; j < d2.size(); ++j) w[j] = std::max(least, floor) / std::max(d2[j], floor);
    rules::power(w, b.value_or(2.0) / 2);
    return least;
  }
};

}  // namespace mercer
