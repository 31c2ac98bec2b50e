// Minimum spanning tree of points with few columns, by Boruvka's rounds on a kd-tree.
#pragma once

#include <vector>

#include "graph/edge.hpp"
#include "mercer/control.hpp"
#include "mercer/data.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

// Columns up to which the tree pays.
constexpr Index most_tree_columns = 8;

// Edges in no particular order. `core`, when not empty, holds core distances: the weight of an edge is then
// max(distance, core of both ends), and of equally heavy edges the shorter one is lighter. Empty when
// stopped.
std::vector<Edge> kd_spanning_tree(const Data& points, PathMetric metric, const Vector& core,
                                   Control* control = nullptr);

// Distance of each point to its k-th nearest other point.
Vector kd_neighbor_distances(const Data& points, PathMetric metric, Index k);

}  // namespace mercer
