// Tables, some of whose columns are indicators of categories.
#pragma once

#include <cstdint>
#include <vector>

#include "mercer/types.hpp"

namespace mercer::automatic {

// The columns that have more than two values.
std::vector<Index> numeric_columns(const Matrix& X);

// The step to which a column's values are rounded, if many rows share them; otherwise 0.
double rounding_step(std::vector<double> column);

// The points with rounded columns spread out: values that many rows share, such as counts or percentages, are
// spread over the rounding step. Otherwise a density mistakes them for lines.
Matrix smeared(Matrix X, std::uint64_t seed);

// Replaces every column by the normal scores of its ranks: this removes skewness and keeps shapes.
Matrix normal_scores(Matrix X);

// Whether columns of two values hold more than 8 % of the variance, or are linearly dependent once they are
// centred, as the indicators of all levels of a category are. Then the caller chose the scales on purpose.
bool is_table(const Matrix& X);

}  // namespace mercer::automatic
