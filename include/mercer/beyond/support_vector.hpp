// Support vector clustering (Ben-Hur, Horn, Siegelmann and Vapnik 2001): the sphere of a Gaussian feature
// space, seen in the input space, falls into contours, and each is a cluster.
#pragma once

#include "mercer/choice.hpp"

namespace mercer {

// For which pairs of points it is tested whether the segment between them stays inside.
enum class SegmentGraph { fast, complete };
template <>
struct EnumNames<SegmentGraph> {
  static constexpr std::array<std::string_view, 2> values = {"fast", "complete"};
};

struct SupportVectorClustering {
  static constexpr std::string_view name = "svc",
                                    about =
                                        "contours around the data (gaussian); finds the number of clusters";
  double outliers = 0;
  SegmentGraph graph = SegmentGraph::fast;
  int sweep = 0;
  static constexpr bool finds_clusters = true, scores_outliers = true;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("outliers", self.outliers,
          "share of the points that may lie outside the contours, p; C = 1 / (n p)",
          Allowed::share_below_1());
    visit("graph", self.graph, "which pairs are tested: near ones (same result, faster) or all");
    visit("sweep", self.sweep, "also count the clusters at this many widths, from wide to narrow",
          Allowed::at_least(0));
  }
};

}  // namespace mercer
