// Methods that join or cut hierarchies, as options.
#pragma once

#include "mercer/choice.hpp"
#include "mercer/control.hpp"
#include "mercer/types.hpp"

namespace mercer {

// Whether stray objects follow the core of a cluster.
enum class Attach { automatic, on, off };
template <>
struct EnumNames<Attach> {
  static constexpr std::array<std::string_view, 3> values = {"auto", "on", "off"};
};

struct TreeCut {
  static constexpr std::string_view name = "tree-cut",
                                    about =
                                        "cuts the tree of the connectivity kernel into the cheapest clusters";
  static constexpr bool scores_outliers = true;
  Attach attach = Attach::automatic;
  bool certificate = true;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("attach", self.attach,
          "label stray points from the cores of the clusters; auto: if each core holds half of its cluster");
    visit("certificate", self.certificate, "also bound how far the cost is from the best possible");
  }
};

struct SingleLinkage {
  static constexpr std::string_view name = "single", about = "single linkage: joins the two nearest clusters";
  static constexpr bool scores_outliers = true;
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

struct Ward {
  static constexpr std::string_view name = "ward",
                                    about = "Ward: joins the two clusters whose union costs least";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

struct Genie {
  static constexpr std::string_view
      name = "genie",
      about = "single linkage that joins the smallest cluster first if sizes differ too much";
  static constexpr bool scores_outliers = true;
  double g = 0.3;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("g", self.g,
          "largest Gini index of the cluster sizes; above it the smallest cluster joins first; 1: single "
          "linkage",
          Allowed::between(0, 1));
  }
};

struct Hdbscan {
  static constexpr std::string_view
      name = "hdbscan",
      about = "clusters that persist over many densities; finds their number, and noise";
  static constexpr bool finds_clusters = true, scores_outliers = true;
  std::optional<int> min_points = {};
  int min_size = 5;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("min_points", self.min_points,
          "points that must be near for a place to be dense; auto = that of the kernel, else 5",
          Allowed::at_least(1));
    visit("min_size", self.min_size, "least number of points in a cluster", Allowed::at_least(2));
  }
};

}  // namespace mercer
