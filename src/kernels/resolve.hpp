// Kernel parameters: checked, and chosen where they were left to us.
#pragma once

#include "mercer/data.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

// Refuses parameters that make no sense; fills automatic ones from the data. Afterwards every parameter that
// the kernel function needs is set (gaussian: sigma or gamma).
Kernel resolve(const Kernel& kernel, const Data& data, const Vector& weights = {});

// Whether every parameter that the kernel function needs is set.
bool is_resolved(const Kernel& kernel);

// Whether its width is to be chosen by the distances between points.
bool has_automatic_width(const Kernel& kernel);

// Median of the distances between points, over all pairs of at most 1000 points spread over the data; 1 when
// the points coincide. A point of weight two counts as two.
double median_distance(const Data& data, const Vector& weights = {});

// Why the kernel may fail to be positive definite, or "" when it can't.
std::string indefinite_because(const Kernel& kernel);

}  // namespace mercer
