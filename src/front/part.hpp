// Some of the points.
#pragma once

#include <vector>

#include "mercer/data.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

// Rows of points; of a matrix between points also those columns.
Data part_of(const Data& data, const Kernel& kernel, const std::vector<Index>& rows);

}  // namespace mercer
