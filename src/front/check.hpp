// What `cluster` refuses before it starts, with the value and the remedy.
#pragma once

#include "mercer/data.hpp"
#include "mercer/options.hpp"

namespace mercer {

// The options with the number of clusters that the method says, where none was given, the grid of a map, and
// the kernel of a method that needs one.
Options settle_clusters(Options options);
void check_options(const Data& data, const Options& options);
// Finite values; for a precomputed kernel a square, symmetric matrix; at least `clusters` distinct points.
void check_data(const Data& data, const Options& options);

}  // namespace mercer
