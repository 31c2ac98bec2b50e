// Sets without clusters that look like the data from afar.
#pragma once

#include "mercer/types.hpp"

namespace mercer::automatic {

constexpr Index reference_sets = 4;

// `count` points in the principal axes of X: the first two sets Gaussian with its deviations, the others
// uniform in its box.
Matrix reference_set(const Matrix& X, Index which, Index count, std::uint64_t seed);

}  // namespace mercer::automatic
