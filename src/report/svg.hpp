// Just enough SVG: shapes and text appended to a string.
#pragma once

#include <fmt/format.h>

#include <string>

#include "report/drawing.hpp"

namespace mercer {

// Text for XML: the five special characters escaped, control characters as spaces.
std::string escape_xml(std::string_view text);

// Estimated width of sans-serif text, in pixels.
double text_width(std::string_view text, double font_size);
// The text, cut with an ellipsis where it would be wider.
std::string fit_text(std::string_view text, double font_size, double width);

class Svg : public Drawing {
 public:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Arguments>(arguments)...);
  }
  void text(double x, double y, std::string_view words, const TextStyle& style) override;
  void line(double x1, double y1, double x2, double y2, std::string_view stroke) override;
  void frame(double x, double y, double width, double height, std::string_view stroke) override;
  void begin_markers(const MarkerStyle& style) override;
  void marker(Marker marker, double x, double y, double radius) override;
  void end_markers() override;
  // The whole file: everything so far on a white sheet with rounded corners, which stands on any page.
  std::string finish(double width, double height, std::string_view title) const;

 private:
  std::string body_;
};

}  // namespace mercer
