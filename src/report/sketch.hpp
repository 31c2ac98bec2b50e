// Small pictures without axes, for figures of many panels: points in a plane with lines over them, bars, and
// hierarchies.
#pragma once

#include <string>
#include <vector>

#include "mercer/dendrogram.hpp"
#include "mercer/types.hpp"

namespace mercer {

// A line over the points.
struct Stroke {
  Matrix path;  // its corners, a row each
  std::string color = "#1a1a1a";
  double width = 1.6;
  bool dashed = false;
};

struct Sketch {
  std::string title;
  Matrix points;                        // two columns; every so many are left out where there are very many
  Labels labels;                        // the colour of each; negative: noise, and grey
  Vector strength = {};                 // 0 to 1: how strongly a point is coloured; empty: fully
  std::vector<Stroke> strokes = {};     // under the nodes, over the points
  Matrix nodes = {};                    // marked places, two columns
  std::vector<std::string> names = {};  // of the first nodes
};
std::string sketch_svg(const Sketch& sketch);

// Values from large to small; the first `strong` of them stand out.
std::string bars_svg(const std::string& title, const Vector& values, Index strong);

// The hierarchy from its root down to the objects, and below each object a bar in the colour of its label.
std::string dendrogram_sketch_svg(const std::string& title, const Dendrogram& dendrogram,
                                  const Labels& labels);

}  // namespace mercer
