// Neighbours from products of blocks of points: for any dimension, dense or sparse.
#pragma once

#include "mercer/neighbors.hpp"

namespace mercer {

// `queries` and `points` are of one kind (dense or sparse); the same data when `among_others`, which leaves a
// point itself out. Squared distances that agree to a multiple of `grain`, a power of two, are equal, so that
// the index decides between them and not their rounding; 0: every bit counts.
Neighbors blocked_neighbors(const Data& queries, const Data& points, Index k, bool among_others,
                            double grain = 0);

}  // namespace mercer
