// A drawing as pixels, two a unit of the sheet on each side, with smooth edges.
#pragma once

#include <array>
#include <string>

#include "report/drawing.hpp"

namespace mercer {

class Raster : public Drawing {
 public:
  Raster(double width, double height);
  void text(double x, double y, std::string_view words, const TextStyle& style) override;
  void line(double x1, double y1, double x2, double y2, std::string_view stroke) override;
  void frame(double x, double y, double width, double height, std::string_view stroke) override;
  void begin_markers(const MarkerStyle& style) override { style_ = style; }
  void marker(Marker marker, double x, double y, double radius) override;
  void end_markers() override {}
  std::string finish() const;  // PNG

 private:
  using Color = std::array<double, 3>;
  struct Area {
    double left, top, right, bottom;  // units of the sheet
  };
  static Color color(std::string_view name);  // #rgb or #rrggbb
  void blend(int x, int y, const Color& color, double share);
  // Colours where the distance to a shape, negative inside, is below zero.
  template <class Distance>
  void fill(const Area& area, const Color& color, double opacity, const Distance& distance);

  int width_, height_;
  std::string pixels_;  // red, green, blue
  MarkerStyle style_;
};

}  // namespace mercer
