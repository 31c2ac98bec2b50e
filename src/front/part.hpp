// Some of the points.
#pragma once

#include <vector>

#include "mercer/data.hpp"
#include "mercer/options.hpp"

namespace mercer {

// Rows of points; of a matrix between points also those columns.
Data part_of(const Data& data, const Kernel& kernel, const std::vector<Index>& rows);

// What belongs to single points, for these; and what counts points, no more than there are.
Options options_of_part(Options options, const std::vector<Index>& rows);
// The latter alone: landmarks, neighbours, ...
Options within(Options options, Index points);

}  // namespace mercer
