// Graphs as data: lists of edges.
#pragma once

#include "mercer/io.hpp"

namespace mercer {

// One line per edge: two vertices and a weight (1 if absent), separated by blanks, commas or semicolons;
// lines that begin with # or % are comments. Edges have no direction. The table is the symmetric
// sparse matrix of the weights, its names those of the vertices: in the order of the numbers where all are
// numbers, else in the order of their first appearance.
Table read_edges(const std::string& path);

}  // namespace mercer
