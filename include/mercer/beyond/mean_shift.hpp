// Mean shift (Fukunaga and Hostetler 1975; Comaniciu and Meer 2002): points climb to the peaks of their
// density.
#pragma once

#include "mercer/choice.hpp"

namespace mercer {

// The weight of a point at distance d, with bandwidth h.
enum class ShiftProfile {
  gaussian,  // exp(-d^2 / 2 h^2)
  flat       // 1 up to h, then 0
};
template <>
struct EnumNames<ShiftProfile> {
  static constexpr std::array<std::string_view, 2> values = {"gaussian", "flat"};
};

struct MeanShift {
  static constexpr std::string_view
      name = "mean-shift",
      about = "points climb to the peaks of their density; finds the number of clusters";
  std::optional<double> bandwidth = {};
  ShiftProfile profile = ShiftProfile::gaussian;
  bool binning = true;
  static constexpr bool finds_clusters = true;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("bandwidth", self.bandwidth,
          "auto = mean distance to the nearest 30 % of the points, half of it for the gaussian profile",
          Allowed::above(0));
    visit("profile", self.profile, "weight of a point at distance d: exp(-d^2 / 2 h^2), or 1 up to h");
    visit("binning", self.binning, "climb from one place per cell of a grid instead of from every point");
  }
};

}  // namespace mercer
