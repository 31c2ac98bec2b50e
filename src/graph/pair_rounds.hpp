// Minimum spanning tree by Boruvka's rounds, where other code compares the pairs of points (a GPU).
#pragma once

#include "graph/edge.hpp"
#include "mercer/control.hpp"
#include "neighbors/pair_search.hpp"

namespace mercer {

// The edges of prim(), in no particular order, with squared weights. Empty when stopped.
std::vector<Edge> pair_rounds(Index size, const OutsideSearch& search, Control* control = nullptr);

}  // namespace mercer
