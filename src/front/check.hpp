// What `cluster` refuses before it starts, with the value and the remedy.
#pragma once

#include "data/shape.hpp"
#include "mercer/options.hpp"

namespace mercer {

// Checks settled options against data of this shape.
void check_options(const Shape& shape, const Options& options);
// Refuses approximations that make no sense for the data, the kernel or the method.
void check_approx(const Shape& shape, const Options& options);

// Finite values; for a precomputed kernel a square, symmetric matrix; at least `clusters` distinct points.
void check_data(const Data& data, const Options& options);
void check_threads(int threads);
// Distinct rows, counted up to `enough`.
Index distinct_rows(const Data& data, Index enough);
// The kernel with its parameters set, for data that are examined but not clustered; checks both.
Kernel resolve_alone(const Data& data, const Kernel& kernel);

}  // namespace mercer
