// A mixture of Gaussians: every cluster has a shape of its own, and every point a probability of being in it.
#pragma once

#include "mercer/choice.hpp"
#include "mercer/types.hpp"

namespace mercer {

enum class Covariance {
  full,      // ellipsoids in any direction
  diagonal,  // ellipsoids along the axes
  spherical  // balls, each of its own size
};
template <>
struct EnumNames<Covariance> {
  static constexpr std::array<std::string_view, 3> values = {"full", "diagonal", "spherical"};
};

struct Mixture {
  static constexpr std::string_view name = "mixture",
                                    about = "Gaussians with shapes of their own, by EM; gives probabilities";
  static constexpr bool scores_outliers = true;
  Covariance covariance = Covariance::full;
  double prior = 1;
  double tolerance = 1e-6;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("covariance", self.covariance, "shapes: in any direction, along the axes, or balls");
    visit("prior", self.prior, "points of the data's own shape that every component gets; 0: none");
    visit("tolerance", self.tolerance, "gain of the mean log-likelihood at which it rests");
  }
};

}  // namespace mercer
