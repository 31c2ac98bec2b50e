// Fuzzy c-means: memberships that sum to one, sharpened by a power m (the survey's slides, "Fuzzy C-Means"
// and "Kernel Fuzzy C-Means").
#pragma once

#include "mercer/rules/shares.hpp"

namespace mercer {

struct Fuzzy {
  static constexpr std::string_view name = "fuzzy",
                                    about = "fuzzy c-means; with a kernel, kernel fuzzy c-means";
  static constexpr double rest = 1e-7;    // largest change of a weight at which it has converged
  static constexpr bool absolute = true;  // the distances count, not only their differences
  static constexpr std::string_view when_fewer = "lower m, or ask for fewer clusters";
  std::optional<double> m = {};
  PrototypesIn prototypes = PrototypesIn::feature;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("m", self.m,
          "fuzziness, above 1; near 1 it is k-means; auto = the lesser of 2 and (1 + m_crit) / 2");
    visit("prototypes", self.prototypes,
          "feature: means of mapped points; input: points of the input space (gaussian)");
  }

  //   u_j = 1 / sum_l (d2_j / d2_l)^(1/(m-1));   a point on prototypes is shared by them
  void memberships(std::span<const double> d2, std::span<double> u) const {
    const double least = rules::least(d2), e = 1 / (m.value_or(2.0) - 1);
    if (!(least > 0) || !std::isfinite(least)) return rules::share_nearest(d2, u, std::max(0.0, least));
    double sum = 0;
    for (std::size_t j = 0; j < d2.size(); ++j) sum += u[j] = rules::power(least / d2[j], e);
    for (double& share : u) share /= sum;
  }

  //   w_j = u_j^m,   energy = sum_j u_j^m d2_j
  double operator()(std::span<const double> d2, std::span<double> w) const {
    memberships(d2, w);
    double energy = 0;
    for (std::size_t j = 0; j < d2.size(); ++j) {
      w[j] = rules::power(w[j], m.value_or(2.0));
      if (w[j] > 0) energy += w[j] * d2[j];
    }
    return energy;
  }
};

}  // namespace mercer
