// The one-class SVM in its form as the smallest sphere around most of the points (support vector data
// description, Tax and Duin 1999; for kernels with a constant diagonal the same as Scholkopf's nu one-class
// SVM).
#pragma once

#include "mercer/choice.hpp"
#include "mercer/types.hpp"

namespace mercer {

struct OneClass {
  static constexpr std::string_view name = "one-class",
                                    about =
                                        "the smallest sphere around most of the points; the rest is outside";
  std::optional<double> nu = {};
  std::optional<double> C = {};
  static constexpr bool finds_clusters = true, scores_outliers = true;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("nu", self.nu, "largest share of points outside; auto = 0.1", Allowed::positive_share());
    visit("C", self.C, "largest weight of a point, instead of nu; auto = 1 / (nu n)",
          Allowed::positive_share());
  }
};

}  // namespace mercer
