// Pictures of clusters: files by their ending, and characters for the terminal.
#pragma once

#include <string>
#include <vector>

#include "mercer/curve.hpp"
#include "mercer/plot.hpp"

namespace mercer::cli {

// What is drawn, and what its axes are called.
struct View {
  Data data = {};
  std::vector<std::string> names = {};
  bool one_unit = true;  // whether two columns share a scale
};

// What goes into a file of that name: PNG for .png, else SVG.
std::string picture_of(const std::string& path, const std::vector<PlotPanel>& panels,
                       const PlotOptions& options);
// The evidence for each number of clusters, or for each value that was tried.
std::string curve_picture_of(const std::string& path, const Result& result);
// For a person who reads the stream.
std::string shown_clusters(const View& view, const Labels& labels, std::FILE* stream);

}  // namespace mercer::cli
