// What a picture is drawn on: SVG, or pixels.
#pragma once

#include <string_view>

#include "report/palette.hpp"

namespace mercer {

struct TextStyle {
  double size = 12;
  std::string_view fill = "#444";
  std::string_view anchor = "start";
  bool bold = false;
  double turned = 0;            // degrees about the anchor point: 0, or -90 (upwards)
  std::string_view aside = {};  // more words after it, in grey
};
inline constexpr std::string_view aside_fill = "#888";
inline constexpr double aside_gap = 6;

struct MarkerStyle {
  std::string_view fill;
  double opacity = 1;
  bool rim = false;             // white, around each of them
  std::string_view title = {};  // said of them where a picture can speak
};
inline constexpr double rim_width = 0.6;

// Half the side of a square, and the reach of a triangle or diamond, with about the area of a circle.
inline constexpr double square_share = 0.89, pointed_share = 1.25;

class Drawing {
 public:
  Drawing() = default;
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;
  virtual ~Drawing() = default;
  virtual void text(double x, double y, std::string_view words, const TextStyle& style) = 0;
  virtual void line(double x1, double y1, double x2, double y2, std::string_view stroke) = 0;
  virtual void frame(double x, double y, double width, double height, std::string_view stroke) = 0;
  // Markers stand between a beginning and an end.
  virtual void begin_markers(const MarkerStyle& style) = 0;
  virtual void marker(Marker marker, double x, double y, double radius) = 0;
  virtual void end_markers() = 0;
};

}  // namespace mercer
