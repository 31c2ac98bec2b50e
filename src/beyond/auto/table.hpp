// Tables, some of whose columns are indicators of categories.
#pragma once

#include <vector>

#include "mercer/types.hpp"

namespace mercer::automatic {

// The columns that have more than two values.
std::vector<Index> numeric_columns(const Matrix& X);

// Whether columns of two values hold more than 8 % of the variance, or are linearly dependent once they are
// centred, as the indicators of all levels of a category are. Their scale was chosen on purpose.
bool is_table(const Matrix& X);

}  // namespace mercer::automatic
