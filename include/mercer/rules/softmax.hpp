// Soft k-means: responsibilities (soft-geodesic-kernel-kmeans, eq. 1 and 7) and the free energy (eq. 3).
#pragma once

#include <cmath>
#include <span>

#include "mercer/rules/shares.hpp"

namespace mercer {

struct Softmax {
  static constexpr std::string_view name = "soft", about = "soft k-means; with a kernel, soft kernel k-means";
  static constexpr std::string_view when_fewer = "raise the stiffness beta, or ask for fewer clusters";
  std::optional<double> beta = {};
  PrototypesIn prototypes = PrototypesIn::feature;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("beta", self.beta, "stiffness; infinity gives k-means; auto = 1.5 / (2 lambda_(k-1) / n)",
          Allowed::positive_or_infinite());
    visit("prototypes", self.prototypes,
          "feature: means of mapped points; input: points of the input space (gaussian)");
  }

  //   w_j = exp(-beta d2_j) / sum_l exp(-beta d2_l)
  //   energy = sum_j w_j d2_j + (1/beta) sum_j w_j log w_j = -(1/beta) log sum_l exp(-beta d2_l)
  double operator()(std::span<const double> d2, std::span<double> w) const {
    const double stiffness = beta.value_or(1.0);
    const double least = rules::least(d2);
    if (!std::isfinite(least) || !std::isfinite(stiffness)) {  // the limit for infinite stiffness
      rules::share_nearest(d2, w, least);
      return least;
    }
    for (std::size_t j = 0; j < d2.size(); ++j) w[j] = stiffness * (d2[j] - least);
    rules::decay(w);
    const double sum = rules::normalise(w);
    return least - std::log(sum) / stiffness;
  }
};

}  // namespace mercer
