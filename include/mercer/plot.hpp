// Pictures of a clustering: self-contained SVG for pages, PNG where pixels are wanted, characters for
// terminals.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mercer/data.hpp"
#include "mercer/dendrogram.hpp"
#include "mercer/result.hpp"

namespace mercer {

struct PlotOptions {
  std::string title{};                 // above everything; none if empty
  std::vector<std::string> columns{};  // names of the data's columns, for the axes; "column 1" ... if empty
  bool one_unit = true;                // whether two columns may be compared, and so share a scale
  int width = 480;                     // of a panel, in pixels; at least 240, or 100 when bare
  int across = 0;                      // panels per row; 0: all
  bool bare = false;                   // only title and points, for many small panels
  Index most_points = 20'000;          // beyond this a random sample is drawn, and the picture says so
  std::uint64_t seed = 1;              // of that sample
};

// Two columns are drawn as they are, more as the first two principal components, one against the index of the
// point. Both axes have the same scale if they have the same unit. A negative label is noise, and grey.
std::string scatter_svg(const Data& data, const Labels& labels, const PlotOptions& options = {});

// Several of them side by side, each under its own title.
struct PlotPanel {
  std::string title;
  Data data;
  Labels labels;
};
std::string panels_svg(const std::vector<PlotPanel>& panels, const PlotOptions& options = {});

// The same pictures as PNG, with twice as many pixels in each direction.
std::string scatter_png(const Data& data, const Labels& labels, const PlotOptions& options = {});
std::string panels_png(const std::vector<PlotPanel>& panels, const PlotOptions& options = {});

// A hierarchy from its root down to the objects, which stand side by side at equal distances. Branches within
// a cluster have its colour, others are grey, and a bar below shows the clusters. In very large hierarchies,
// what would fall on the same pixels is drawn once.
std::string dendrogram_svg(const Dendrogram& dendrogram, const Labels& labels,
                           const PlotOptions& options = {});
std::string dendrogram_png(const Dendrogram& dendrogram, const Labels& labels,
                           const PlotOptions& options = {});

// A self-organising map: each node in the colour of its height in the U-matrix (light valleys are clusters,
// dark ridges borders), with a dot as large as its share of the points.
std::string map_svg(const Map& map, const PlotOptions& options = {});

// The same in characters: braille dots, one colour per cluster; without colours one digit or letter per
// cluster.
struct TextPlotOptions {
  int columns = 60;  // largest width; at least 12
  bool color = false;
  bool unicode = true;  // false: ASCII letters, with or without colours
  Index most_points = 20'000;
  std::uint64_t seed = 1;
  std::vector<std::string> names{};  // of the data's columns; "column 1" ... if empty
  bool one_unit = true;              // as in PlotOptions
};
std::string scatter_text(const Data& data, const Labels& labels, const TextPlotOptions& options = {});

}  // namespace mercer
