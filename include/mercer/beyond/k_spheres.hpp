// Clusters as spheres in feature space (Camastra and Verri 2005): each is the smallest sphere around the
// points near its centre.
#pragma once

#include "mercer/choice.hpp"

namespace mercer {

struct KSpheres {
  static constexpr std::string_view name = "spheres",
                                    about =
                                        "k smallest spheres, each around the points within rho of its centre";
  double rho = 1;
  static constexpr bool scores_outliers = true;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("rho", self.rho,
          "radius; points farther than this from every centre are ignored; the result depends on it",
          Allowed::above(0));
  }
};

}  // namespace mercer
