// k-means: every point belongs to its nearest prototype (kernelised-kmeans-chapter, eq. 6.3 and step 3).
#pragma once

#include <span>

#include "mercer/choice.hpp"

namespace mercer {

struct Hard {
  static constexpr std::string_view name = "kmeans", about = "k-means; with a kernel, kernel k-means";
  bool refine = true;
  double tolerance = 0;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("refine", self.refine, "Hartigan's single moves after Lloyd's iterations");
    visit("tolerance", self.tolerance,
          "stop when an iteration lowers the objective by at most this share of it; 0: run until no label "
          "changes",
          Allowed::share_below_1());
  }

  //   w_j = [j = argmin_l d2_l],   energy = min_l d2_l      (ties go to the lowest index)
  double operator()(std::span<const double> d2, std::span<double> w) const {
    std::size_t nearest = 0;
    for (std::size_t j = 1; j < d2.size(); ++j)
      if (d2[j] < d2[nearest]) nearest = j;
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = j == nearest ? 1.0 : 0.0;
    return d2[nearest];
  }
};

}  // namespace mercer
