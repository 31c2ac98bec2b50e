// The nearest training object of a new point: hierarchies have no prototypes, and under the connectivity
// kernel a new point is reached through it.
#pragma once

#include "mercer/neighbors.hpp"
#include "model/query.hpp"

namespace mercer {

// Computed when first asked for.
const NearestObjects& nearest_objects(Query& query);

// How nearest neighbours are sought among points under a kernel.
Metric metric_of_points(const Kernel& kernel);

}  // namespace mercer
