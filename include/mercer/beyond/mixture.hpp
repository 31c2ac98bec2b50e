// A mixture of Gaussians or of Student's t: every cluster has a shape of its own, and every point a
// probability of being in it.
#pragma once

#include "mercer/choice.hpp"
#include "mercer/types.hpp"

namespace mercer {

enum class Covariance {
  full,       // ellipsoids in any direction
  diagonal,   // ellipsoids along the axes
  spherical,  // balls, each of its own size
  tied,       // ellipsoids in any direction, all alike
  one,        // balls, all of the same size
  automatic   // the likeliest for held-out points: one, diagonal, tied or full
};
template <>
struct EnumNames<Covariance> {
  static constexpr std::array<std::string_view, 6> values = {"full", "diagonal", "spherical",
                                                             "tied", "one",      "auto"};
};

enum class Tails {
  gaussian,
  student,   // Student's t with 4 degrees of freedom: points far away have little influence
  automatic  // the likelier one for held-out points
};
template <>
struct EnumNames<Tails> {
  static constexpr std::array<std::string_view, 3> values = {"gaussian", "student", "auto"};
};

struct Mixture {
  static constexpr std::string_view
      name = "mixture",
      about = "Gaussian mixture by EM: each cluster has its own shape; gives probabilities";
  static constexpr bool scores_outliers = true;
  Covariance covariance = Covariance::full;
  Tails tails = Tails::gaussian;
  double prior = 1;
  double tolerance = 1e-6;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("covariance", self.covariance,
          "full: any direction; diagonal: along the axes; spherical: balls; tied: one full shape for all; "
          "one: balls of one size");
    visit("tails", self.tails, "Gaussian, or Student's t with 4 degrees of freedom, for points far away");
    visit("prior", self.prior,
          "strength of the prior, as a number of points with the covariance of the data; 0: none",
          Allowed::at_least(0));
    visit("tolerance", self.tolerance, "stop when the mean log-likelihood gains less than this",
          Allowed::above(0));
  }
};

}  // namespace mercer
