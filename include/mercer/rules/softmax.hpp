// Soft k-means: responsibilities (soft-geodesic-kernel-kmeans, eq. 1 and 7) and the free energy (eq. 3).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "mercer/choice.hpp"

namespace mercer {

// Where the prototypes live when a kernel is used.
enum class PrototypesIn { feature, input };
template <>
struct EnumNames<PrototypesIn> {
  static constexpr std::array<std::string_view, 2> values = {"feature", "input"};
};

struct Softmax {
  static constexpr std::string_view name = "soft", about = "soft k-means; with a kernel, soft kernel k-means";
  std::optional<double> beta = {};
  PrototypesIn prototypes = PrototypesIn::feature;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("beta", self.beta, "stiffness; infinity gives k-means; auto = 1.5 / (2 lambda_(k-1) / n)");
    visit("prototypes", self.prototypes,
          "feature: means of mapped points; input: points of the input space (gaussian)");
  }

  //   w_j = exp(-beta d2_j) / sum_l exp(-beta d2_l)
  //   energy = sum_j w_j d2_j + (1/beta) sum_j w_j log w_j = -(1/beta) log sum_l exp(-beta d2_l)
  double operator()(std::span<const double> d2, std::span<double> w) const {
    const double stiffness = beta.value_or(1.0);
    const double least = *std::min_element(d2.begin(), d2.end());
    if (!std::isfinite(least) || !std::isfinite(stiffness)) return share_nearest(d2, w, least);
    double sum = 0;
    for (std::size_t j = 0; j < d2.size(); ++j) sum += w[j] = std::exp(-stiffness * (d2[j] - least));
    for (double& r : w) r /= sum;
    return least - std::log(sum) / stiffness;
  }

 private:
  // The limit of infinite stiffness: the nearest prototypes share the point.
  static double share_nearest(std::span<const double> d2, std::span<double> w, double least) {
    double nearest = 0;
    for (double d : d2) nearest += d == least ? 1.0 : 0.0;
    for (std::size_t j = 0; j < d2.size(); ++j) w[j] = d2[j] == least ? 1.0 / nearest : 0.0;
    return least;
  }
};

}  // namespace mercer
