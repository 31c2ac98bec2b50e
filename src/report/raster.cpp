#include "report/raster.hpp"

#include <algorithm>
#include <cmath>

#include "report/font.hpp"
#include "report/png.hpp"

namespace mercer {
namespace {

constexpr double density = 2;  // pixels a unit

// From a point to the outline of a marker about the origin; negative inside.
double marker_distance(Marker marker, double x, double y, double radius) {
  const double s = square_share * radius, t = pointed_share * radius;
  switch (marker) {
    case Marker::circle:
      return std::hypot(x, y) - radius;
    case Marker::square:
      return std::max(std::abs(x), std::abs(y)) - s;
    case Marker::triangle:  // (0, -t), (t, 3t/4), (-t, 3t/4)
      return std::max((1.75 * std::abs(x) - y - t) / std::hypot(1.75, 1.0), y - 0.75 * t);
    case Marker::diamond:
      return (std::abs(x) + std::abs(y) - t) / std::sqrt(2.0);
  }
  return 0;
}

}  // namespace

Raster::Raster(double width, double height)
    : width_(static_cast<int>(std::ceil(density * width))),
      height_(static_cast<int>(std::ceil(density * height))),
      pixels_(3 * static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), '\xff') {}

Raster::Color Raster::color(std::string_view name) {
  const std::size_t digits = name.size() == 4 ? 1 : 2;
  Color found{};
  for (std::size_t c = 0; c < 3; ++c) {
    const std::string part(name.substr(1 + c * digits, digits));
    found[c] = std::stoi(digits == 1 ? part + part : part, nullptr, 16);
  }
  return found;
}

void Raster::blend(int x, int y, const Color& color, double share) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_ || share <= 0) return;
  const auto at =
      3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x));
  for (std::size_t c = 0; c < 3; ++c) {
    const double below = static_cast<unsigned char>(pixels_[at + c]);
    pixels_[at + c] = static_cast<char>(std::lround(below + share * (color[c] - below)));
  }
}

template <class Distance>
void Raster::fill(const Area& area, const Color& color, double opacity, const Distance& distance) {
  const auto pixel = [](double unit) { return static_cast<int>(std::floor(density * unit)); };
  for (int y = pixel(area.top) - 1; y <= pixel(area.bottom) + 1; ++y)
    for (int x = pixel(area.left) - 1; x <= pixel(area.right) + 1; ++x) {
      const double away = density * distance((x + 0.5) / density, (y + 0.5) / density);
      blend(x, y, color, opacity * std::clamp(0.5 - away, 0.0, 1.0));
    }
}

void Raster::text(double x, double y, std::string_view words, const TextStyle& style) {
  const TextMask mask = text_mask(words, density * style.size, style.bold);
  const double back = style.anchor == "middle" ? 0.5 : style.anchor == "end" ? 1 : 0;
  const bool upwards = style.turned != 0;
  const auto start = std::lround(density * (upwards ? y : x) + (upwards ? back : -back) * mask.advance);
  const auto base = std::lround(density * (upwards ? x : y));
  const Color ink = color(style.fill);
  for (int v = 0; v < mask.height; ++v)
    for (int u = 0; u < mask.width; ++u) {
      const double share = mask.shares[mask.at(u, v)] / 255.0;
      const int along = static_cast<int>(upwards ? start - u : start + u),
                across = static_cast<int>(base) + v - mask.baseline;
      blend(upwards ? across : along, upwards ? along : across, ink, share);
    }
  if (!style.aside.empty())
    text(x + mask.advance / density + aside_gap, y, style.aside, {style.size, aside_fill});
}

void Raster::line(double x1, double y1, double x2, double y2, std::string_view stroke) {
  const double dx = x2 - x1, dy = y2 - y1, length = std::max(1e-9, std::hypot(dx, dy));
  const Area area{std::min(x1, x2) - 1, std::min(y1, y2) - 1, std::max(x1, x2) + 1, std::max(y1, y2) + 1};
  fill(area, color(stroke), 1, [&](double x, double y) {
    const double along = ((x - x1) * dx + (y - y1) * dy) / length,
                 aside = ((y - y1) * dx - (x - x1) * dy) / length;
    return std::max({std::abs(aside) - 0.5, -along, along - length});
  });
}

void Raster::frame(double x, double y, double width, double height, std::string_view stroke) {
  line(x - 0.5, y, x + width + 0.5, y, stroke);
  line(x - 0.5, y + height, x + width + 0.5, y + height, stroke);
  line(x, y, x, y + height, stroke);
  line(x + width, y, x + width, y + height, stroke);
}

void Raster::marker(Marker marker, double x, double y, double radius) {
  const double reach = pointed_share * radius + 1;
  const Area area{x - reach, y - reach, x + reach, y + reach};
  const auto outline = [&](double px, double py) { return marker_distance(marker, px - x, py - y, radius); };
  fill(area, color(style_.fill), style_.opacity, outline);
  if (style_.rim)
    fill(area, color("#fff"), 1,
         [&](double px, double py) { return std::abs(outline(px, py)) - rim_width / 2; });
}

std::string Raster::finish() const { return png(width_, height_, Channels::rgb, pixels_); }

}  // namespace mercer
