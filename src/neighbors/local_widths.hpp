// The widths of gaussian:local: how far the m-th neighbour of each point is.
#pragma once

#include "mercer/data.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

// The widths of the points of a kernel that has them; none for other kernels.
Vector local_widths(const Kernel& kernel, const Data& training);
// Of new points. One that is a training point does not count as its own neighbour, so that it gets the same
// width whether it comes as an old or as a new one.
Vector local_widths(const Kernel& kernel, const Data& points, const Data& training);

}  // namespace mercer
