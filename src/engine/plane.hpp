// A start without random numbers: prototypes on a grid in the plane of the two main components.
#pragma once

#include "mercer/choice.hpp"
#include "space/space.hpp"

namespace mercer {

// Weights (n x rows * columns) of prototypes spread over -2 to 2 standard deviations along the two leading
// (kernel) principal components, the longer side along the first; above 1024 points those of 1024 of them.
Matrix plane_weights(const Space& space, const Vector& weights, GridSize grid);

}  // namespace mercer
