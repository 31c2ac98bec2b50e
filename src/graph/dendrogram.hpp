// From the edges of a spanning tree to the dendrogram of single linkage.
#pragma once

#include "graph/edge.hpp"
#include "mercer/dendrogram.hpp"

namespace mercer {

// Kruskal: the lightest edge joins first. `edges` are the n - 1 edges of a tree, sorted.
Dendrogram single_linkage(const std::vector<Edge>& edges);

// Labels numbered anew in the order of first appearance; -1 stays.
void number_by_first(Labels& labels);

}  // namespace mercer
