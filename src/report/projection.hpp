// What of the data a picture shows: which points, and where they lie in the plane.
#pragma once

#include <array>
#include <string>

#include "mercer/plot.hpp"

namespace mercer {

struct PlanePoints {
  std::vector<Index> rows;             // the points drawn, ascending
  Matrix points;                       // their coordinates, rows x 2
  std::array<std::string, 2> caption;  // of the axes
  bool one_unit = true;                // whether the axes may be compared, and so share a scale
};
PlanePoints project(const Data& data, const PlotOptions& options);

// The middle of a coordinate and half of its width.
struct Interval {
  double middle = 0, half = 0;
};
Interval extent(const Matrix& points, Index axis);

// Height over width of a box for it: flat for a wide cloud, within limits.
double box_aspect(const PlanePoints& projection);

// Both extents, grown to fill a box of the given size with some air: in one scale, or each in its own.
std::array<Interval, 2> fit_box(const PlanePoints& projection, double width, double height);

}  // namespace mercer
