// Tables, some of whose columns are indicators of categories.
#pragma once

#include <cstdint>
#include <vector>

#include "mercer/types.hpp"

namespace mercer::automatic {

// The columns that have more than two values.
std::vector<Index> numeric_columns(const Matrix& X);

// The points with rounded columns smeared out: a value that many share, as a count or a percentage, stands
// for its whole step. Else a density sees lines where there are none.
Matrix smeared(Matrix X, std::uint64_t seed);

// Every column by its ranks, as a standard normal variable: what is skewed is no more, and what has a shape
// keeps it.
Matrix normal_scores(Matrix X);

// Whether columns of two values hold more than 8 % of the variance, or are linearly dependent once they are
// centred, as the indicators of all levels of a category are. Their scale was chosen on purpose.
bool is_table(const Matrix& X);

}  // namespace mercer::automatic
