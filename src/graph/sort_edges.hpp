// Edges in order, on all threads.
#pragma once

#include "graph/edge.hpp"

namespace mercer {

void sort_edges(std::vector<Edge>& edges);

}  // namespace mercer
