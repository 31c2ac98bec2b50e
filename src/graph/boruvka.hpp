// Minimum spanning tree of dense points, by Boruvka's rounds on a kd-tree.
#pragma once

#include <vector>

#include "graph/edge.hpp"
#include "mercer/control.hpp"
#include "mercer/data.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

// Edges in no particular order. For `rank` > 0 the weight of an edge is max(distance, core of both ends), and
// of equally heavy edges the shorter one is lighter; the core of a point is given, or (an empty `core` is
// filled) its distance to the rank-th nearest other. Empty when stopped.
std::vector<Edge> kd_spanning_tree(const Data& points, PathMetric metric, Index rank, Vector& core,
                                   Control* control = nullptr);

}  // namespace mercer
