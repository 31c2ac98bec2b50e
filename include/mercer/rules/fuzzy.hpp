// Fuzzy c-means: memberships that sum to one, sharpened by a power m (the survey's slides, "Fuzzy C-Means"
// and "Kernel Fuzzy C-Means").
#pragma once

#include <vector>

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
    visit("m", self.m, "fuzziness; near 1 it is k-means; auto = the lesser of 2 and (1 + m_crit) / 2",
          Allowed::above(1));
    visit("prototypes", self.prototypes,
          "feature: means of mapped points; input: points of the input space (gaussian)");
  }

  //   u_j = 1 / sum_l (d2_j / d2_l)^(1/(m-1));   a point that lies on prototypes is shared among them
  void memberships(std::span<const double> d2, std::span<double> u) const {
    const double least = rules::least(d2), e = 1 / (m.value_or(2.0) - 1);
    if (!(least > 0) || !std::isfinite(least)) return rules::share_nearest(d2, u, std::max(0.0, least));
    for (std::size_t j = 0; j < d2.size(); ++j) u[j] = least / d2[j];
    rules::power(u, e);
    rules::normalise(u);
  }

  //   w_j = u_j^m,   energy = sum_j u_j^m d2_j
  //
  // With t_j = d2_min / d2_j and s = sum_l t_l^e, e = 1/(m-1), u_j is t_j^e / s. Since e m = e + 1, one power
  // is enough: w_j = t_j^e t_j / s^m, and t_j d2_j = d2_min leaves the energy d2_min s^(1-m). Points come
  // many at a time, so that those powers of s too are taken together.
  void rows(rules::Rows<const double> d2, rules::Rows<double> w, std::span<double> energy) const {
    const double power = m.value_or(2.0);
    std::vector<double> least(energy.size()), scale(energy.size());
    rules::ratio_powers(d2, 1 / (power - 1), w, least, scale);
    for (std::size_t i = 0; i < energy.size(); ++i) {
      energy[i] = least[i] * scale[i];
      scale[i] = 1 / scale[i];
    }
    rules::power(scale, power);
    rules::scale(w, scale);
    for (std::size_t i = 0; i < energy.size(); ++i) {
      const auto row = static_cast<Index>(i);
      const bool apart = least[i] > 0 && std::isfinite(least[i]);
      energy[i] = apart ? energy[i] * scale[i] : on_prototypes(d2[row], w[row]);
    }
  }
  double operator()(std::span<const double> d2, std::span<double> w) const {
    const auto k = static_cast<Index>(d2.size());
    double energy = 0;
    rows({d2.data(), 1, k, k}, {w.data(), 1, k, k}, {&energy, 1});
    return energy;
  }

 private:
  // The weights and the energy by their definition, for a point that lies on some prototypes.
  double on_prototypes(std::span<const double> d2, std::span<double> w) const {
    memberships(d2, w);
    rules::power(w, m.value_or(2.0));
    double energy = 0;
    for (std::size_t j = 0; j < d2.size(); ++j) energy += w[j] > 0 ? w[j] * d2[j] : 0;
    return energy;
  }
};

}  // namespace mercer
