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
                                    about = "cuts the tree of the connectivity kernel where it costs least";
  Attach attach = Attach::automatic;
  bool certificate = true;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("attach", self.attach,
          "label stray points from the cores of the clusters; auto: if each core is half of its cluster");
    visit("certificate", self.certificate, "prove how far from the best possible cost the result is at most");
  }
};

struct SingleLinkage {
  static constexpr std::string_view name = "single", about = "single linkage: the two nearest clusters join";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

struct Ward {
  static constexpr std::string_view name = "ward",
                                    about = "Ward: the two clusters join whose union costs least";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

struct Genie {
  static constexpr std::string_view
      name = "genie",
      about = "single linkage in which the smallest cluster joins while sizes differ";
  double g = 0.3;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("g", self.g,
          "Gini index of the sizes above which the smallest cluster joins, 0 to 1; 1: single linkage");
  }
};

struct Hdbscan {
  static constexpr std::string_view
      name = "hdbscan",
      about = "clusters that persist over many densities; finds how many, and noise";
  std::optional<int> min_points = {};
  int min_size = 5;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("min_points", self.min_points,
          "points that make a place dense; auto = those of the kernel, else 5");
    visit("min_size", self.min_size, "points of the smallest cluster");
  }
};

}  // namespace mercer
