// Pictures of clusters: files by their ending, and characters for the terminal.
#pragma once

#include <string>
#include <vector>

#include "mercer/plot.hpp"

namespace mercer::cli {

// What goes into a file of that name: PNG for .png, else SVG.
std::string picture_of(const std::string& path, const std::vector<PlotPanel>& panels,
                       const PlotOptions& options);
// For the eyes of whoever reads the stream.
std::string shown_clusters(const Data& data, const Labels& labels, const std::vector<std::string>& names,
                           std::FILE* stream);

}  // namespace mercer::cli
