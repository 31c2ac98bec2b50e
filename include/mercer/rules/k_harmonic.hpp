// K-harmonic means (Zhang, Hsu and Dayal 1999; Zhang 2001): the harmonic mean of the distances to all
// prototypes instead of the smallest one.
#pragma once

#include "mercer/rules/shares.hpp"

namespace mercer {

struct KHarmonic {
  static constexpr std::string_view name = "k-harmonic",
                                    about = "k-harmonic means; with a kernel, in feature space";
  static constexpr double rest = 1e-6;
  static constexpr bool absolute = true;
  static constexpr std::string_view when_fewer = "raise p, or ask for fewer clusters";
  double p = 3.5;
  double unit =
      1;  // of squared distances: weights are formed from d2 / unit, so that none over- or underflows
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("p", self.p, "power of the distance; larger is closer to k-means", Allowed::above(0));
  }

  //   w_j = d_j^(-p-2) / (sum_l d_l^-p)^2,   energy = k / sum_l d_l^-p
  //
  // With t_j = d_min / d_j and s = sum_l t_l^p these are d_min^(p-2) t_j^(p+2) / s^2 and k d_min^p / s.
  double operator()(std::span<const double> d2, std::span<double> w) const {
    const double nearest = std::max(rules::least(d2) / unit, negligible);
    for (std::size_t j = 0; j < d2.size(); ++j) w[j] = closeness(d2[j], nearest);
    rules::power(w, p / 2);
    double s = 0;
    for (double tp : w) s += tp;
    const double scale = std::pow(nearest, p / 2 - 1) / (s * s);
    for (std::size_t j = 0; j < d2.size(); ++j) w[j] *= closeness(d2[j], nearest) * scale;
    return static_cast<double>(d2.size()) * std::pow(nearest * unit, p / 2) / s;
  }

  //   u_j = d_j^(-p-2) / sum_l d_l^(-p-2), in which no unit counts; a point that lies on prototypes is shared
  //   among them
  void memberships(std::span<const double> d2, std::span<double> u) const {
    const double least = rules::least(d2);
    if (!(least > 0) || !std::isfinite(least)) return rules::share_nearest(d2, u, std::max(0.0, least));
    for (std::size_t j = 0; j < d2.size(); ++j) u[j] = least / d2[j];
    rules::power(u, p / 2 + 1);
    rules::normalise(u);
  }

  // What fraction of a step is made. Near a prototype the energy is d^p, whose curvature is p - 1 times what
  // a step to the weighted mean assumes: full steps overshoot, and for p > 2 may cycle forever.
  double pace() const { return p > 2 ? 1 / (p - 1) : 1; }

 private:
  static constexpr double negligible = 1e-12;  // smaller distances count as this
  // t_j^2
  double closeness(double d2, double nearest) const { return nearest / std::max(d2 / unit, nearest); }
};

}  // namespace mercer
