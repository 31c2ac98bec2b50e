// How a cluster looks: eight colours that colour-blind readers tell apart on white (Okabe and Ito's, with
// wine and slate for their yellow and black), then the same with another marker.
#pragma once

#include <array>
#include <string_view>

namespace mercer {

enum class Marker { circle, square, triangle, diamond };

struct Look {
  std::string_view color;
  int terminal = 0;  // the nearest of the 256 terminal colours
  Marker marker = Marker::circle;
};

inline Look look_of(int cluster) {
  static constexpr std::array<Look, 8> colors = {{
      {"#0072b2", 25},   // blue
      {"#d55e00", 166},  // vermillion
      {"#009e73", 36},   // bluish green
      {"#cc79a7", 175},  // reddish purple
      {"#e69f00", 178},  // orange
      {"#56b4e9", 74},   // sky blue
      {"#882255", 89},   // wine
      {"#44475a", 240},  // slate
  }};
  if (cluster < 0) return {"#a8a8a8", 248};  // noise
  Look look = colors[static_cast<std::size_t>(cluster) % colors.size()];
  look.marker = static_cast<Marker>(static_cast<std::size_t>(cluster) / colors.size() % 4);
  return look;
}

}  // namespace mercer
