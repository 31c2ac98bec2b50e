// Neighbours from a kd-tree: for few dimensions, where most of the points are never looked at.
#pragma once

#include "mercer/neighbors.hpp"

namespace mercer {

// Dense data with at least one column; the same data when `among_others`, which leaves a point itself out.
Neighbors tree_neighbors(const Data& queries, const Data& points, Index k, bool among_others);

}  // namespace mercer
