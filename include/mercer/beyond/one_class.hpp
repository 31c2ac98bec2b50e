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
    visit("nu", self.nu, "at most this share of the points is left outside; auto = 0.1");
    visit("C", self.C, "the most that one point weighs, 1 / (nu n), instead of nu");
  }
};

// What a model of spheres in feature space needs beyond their centres.
struct SphereModel {
  Vector radius2;  // squared radius of each sphere
  double slack =
      0;  // a point counts as inside up to radius2 + slack: those on the sphere are, up to rounding
  // Support vector clustering, whose clusters have no centre of their own:
  Vector beta;      // weights of the points in the centre of the one sphere
  double norm = 0;  // its squared norm
  Labels core;      // cluster of each training point inside a contour; -1: outside
};

}  // namespace mercer
