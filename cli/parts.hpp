// Parts of a result as files, in the form that the name asks for.
#pragma once

#include <string>

#include "mercer/result.hpp"

namespace mercer::cli {

// A picture, or a table with one row per node.
void write_map(const std::string& path, const Map& map);
// Newick's format, JSON, or a table that SciPy takes as a linkage.
void write_dendrogram(const std::string& path, const Dendrogram& dendrogram, const Labels& labels);

}  // namespace mercer::cli
