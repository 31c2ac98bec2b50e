// Sets without clusters, of the same size and extent as the data.
#pragma once

#include "mercer/types.hpp"

namespace mercer::automatic {

constexpr Index reference_sets = 4;

// `count` points in the principal axes of X: the first two sets Gaussian with its deviations, the others
// uniform in its box. Columns that are rounded in X are rounded here; where all are, the box is that of the
// columns.
Matrix reference_set(const Matrix& X, Index which, Index count, std::uint64_t seed);

// The same for a table: its rows with every column shuffled by itself, the indicators of a category together,
// so that the gaps within each column remain, and nothing else.
Matrix shuffled_table(const Matrix& X, Index which, Index count, std::uint64_t seed);

}  // namespace mercer::automatic
