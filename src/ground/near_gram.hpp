// The kernel, only between near points.
#pragma once

#include "mercer/data.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

// The kernel of each point with itself and with its `neighbors` nearest (in the cosine distance for the
// cosine kernel): a symmetric sparse matrix. `kernel` is resolved, and a function of two points.
SparseMatrix near_gram(const Data& data, const Kernel& kernel, Index neighbors);

}  // namespace mercer
