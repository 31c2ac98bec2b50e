// The letters I C A S P as strokes in a unit box.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <numbers>
#include <vector>

namespace mercer::letters {

using Point = Eigen::Vector2d;
using Stroke = std::vector<Point>;  // a polyline
using Letter = std::vector<Stroke>;

// Part of an ellipse, between two angles in degrees.
inline Stroke arc(Point centre, double width, double height, double from, double to) {
  constexpr int steps = 64;
  Stroke stroke;
  for (int i = 0; i <= steps; ++i) {
    const double angle = (from + (to - from) * i / steps) * std::numbers::pi / 180;
    stroke.emplace_back(centre.x() + width * std::cos(angle), centre.y() + height * std::sin(angle));
  }
  return stroke;
}

inline Stroke joined(const std::vector<Stroke>& parts) {
  Stroke all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

inline Letter letter(char name) {
  switch (name) {
    case 'I':
      return {{{0.5, 0}, {0.5, 1}}};
    case 'C':
      return {arc({0.45, 0.5}, 0.35, 0.5, 55, 305)};
    case 'A':
      return {{{0.05, 0}, {0.4, 1}, {0.75, 0}}, {{0.19, 0.4}, {0.61, 0.4}}};
    case 'S':
      return {joined({arc({0.4, 0.74}, 0.29, 0.26, 40, 270), arc({0.4, 0.24}, 0.3, 0.24, 90, -135)})};
    default:  // P
      return {{{0.1, 0}, {0.1, 1}},
              joined({{{0.1, 1}}, arc({0.42, 0.74}, 0.24, 0.26, 90, -90), {{0.1, 0.48}}})};
  }
}

inline double length(const Stroke& stroke) {
  double sum = 0;
  for (std::size_t i = 1; i < stroke.size(); ++i) sum += (stroke[i] - stroke[i - 1]).norm();
  return sum;
}

// The point at a fraction t in [0, 1) of the letter's whole length.
inline Point along(const Letter& letter, double t) {
  double left = 0;
  for (const auto& stroke : letter) left += t * length(stroke);
  for (const auto& stroke : letter)
    for (std::size_t i = 1; i < stroke.size(); ++i) {
      const double step = (stroke[i] - stroke[i - 1]).norm();
      if (left < step) return stroke[i - 1] + (stroke[i] - stroke[i - 1]) * (left / step);
      left -= step;
    }
  return letter.back().back();
}

}  // namespace mercer::letters
