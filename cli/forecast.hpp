// What a run would cost, before it is made.
#pragma once

#include <optional>

#include "mercer/cluster.hpp"

namespace mercer::cli {

// Seconds, extrapolated from a small sample clustered the same way: good to a factor of two or three. Nothing
// when the sample can't be clustered (fewer distinct points than clusters).
std::optional<double> forecast_seconds(const Data& data, const Options& options, const Plan& plan);

}  // namespace mercer::cli
