// Possibilistic c-means: how typical a point is of each cluster, regardless of the others, so that it may be
// typical of none (the survey's slides, "Possibilistic C-Means" and its kernel form; form 2 is Krishnapuram
// and Keller's of 1996).
#pragma once

#include <vector>

#include "mercer/rules/shares.hpp"

namespace mercer {

enum class PossibilisticForm { one, two };
template <>
struct EnumNames<PossibilisticForm> {
  static constexpr std::array<std::string_view, 2> values = {"1", "2"};
};

// How the scale of a cluster is computed from its fuzzy starting memberships.
enum class ScaleRule { automatic, median, mean };
template <>
struct EnumNames<ScaleRule> {
  static constexpr std::array<std::string_view, 3> values = {"auto", "median", "mean"};
};

struct Possibilistic {
  static constexpr std::string_view name = "possibilistic",
                                    about = "possibilistic c-means: typicality; far points count little";
  static constexpr double rest = 1e-7;
  static constexpr bool absolute = true, scores_outliers = true;
  static constexpr std::string_view when_fewer = "lower m or eta, or ask for fewer clusters";
  std::optional<double> m = {};
  std::optional<double> eta = {};
  ScaleRule eta_rule = ScaleRule::automatic;
  PossibilisticForm form = PossibilisticForm::one;
  PrototypesIn prototypes = PrototypesIn::feature;
  std::vector<double> scales = {};  // eta of each prototype, fixed after the fuzzy start
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("m", self.m, "fuzziness; auto = as for fuzzy", Allowed::above(1));
    visit("eta", self.eta,
          "squared distance at which a point is half typical; one for all clusters, or by eta_rule",
          Allowed::above(0));
    visit("eta_rule", self.eta_rule,
          "median: weighted median of d2, divided by ln 2; mean: the weighted mean; auto: mean with "
          "prototypes=input");
    visit("form", self.form, "1: 1 / (1 + (d2/eta)^(1/(m-1))), weights u^m; 2: exp(-d2/eta), weights u");
    visit("prototypes", self.prototypes,
          "feature: means of mapped points; input: points of the input space (gaussian)");
  }

  //   form 1: u_j = 1 / (1 + (d2_j/eta_j)^(1/(m-1)));   form 2: u_j = exp(-d2_j/eta_j)
  //
  // With t = eta/d2 beyond eta, u_j is t^e / (1 + t^e): powers are of numbers from 0 to 1.
  void memberships(std::span<const double> d2, std::span<double> u) const {
    for (std::size_t j = 0; j < d2.size(); ++j) u[j] = ratio(d2, j);
    if (form == PossibilisticForm::two) return rules::decay(u);
    for (double& value : u) value = value > 1 ? 1 / value : value;
    rules::power(u, 1 / (m.value_or(2.0) - 1));
    for (std::size_t j = 0; j < d2.size(); ++j) u[j] = (ratio(d2, j) > 1 ? u[j] : 1) / (1 + u[j]);
  }

  //   form 1: w_j = u_j^m,  energy = sum_j u_j^m d2_j + eta_j (1 - u_j)^m
  //   form 2: w_j = u_j,    energy = sum_j u_j d2_j + eta_j (u_j log u_j - u_j),  log u_j = -d2_j/eta_j
  double operator()(std::span<const double> d2, std::span<double> w) const {
    memberships(d2, w);
    return form == PossibilisticForm::two ? cost_of_two(d2, w) : sharpen(d2, w);
  }

 private:
  // Typicalities of form 1 become weights; the energy is returned.
  double sharpen(std::span<const double> d2, std::span<double> w) const {
    const double power = m.value_or(2.0);
    std::vector<double> missing(w.size());
    for (std::size_t j = 0; j < w.size(); ++j) missing[j] = 1 - w[j];
    rules::power(w, power);
    rules::power(missing, power);
    double energy = 0;
    for (std::size_t j = 0; j < w.size(); ++j)
      energy += (w[j] > 0 ? w[j] * d2[j] : 0) + scale(j) * missing[j];
    return energy;
  }
  double cost_of_two(std::span<const double> d2, std::span<const double> u) const {
    double energy = 0;
    for (std::size_t j = 0; j < u.size(); ++j)
      energy += u[j] > 0 ? u[j] * (d2[j] - scale(j) * (ratio(d2, j) + 1)) : 0;
    return energy;
  }
  double ratio(std::span<const double> d2, std::size_t j) const { return std::max(0.0, d2[j]) / scale(j); }
  double scale(std::size_t j) const { return j < scales.size() ? scales[j] : eta.value_or(1.0); }
};

}  // namespace mercer
