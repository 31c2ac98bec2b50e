// A table by the meaning of its columns: numbers, and categories, whose levels are indicator columns.
#pragma once

#include <cstdint>
#include <vector>

#include "mercer/types.hpp"

namespace mercer::automatic {

// Columns that are the indicators of one category, or a single one of two values.
struct CategoryColumns {
  std::vector<Index> columns;
  Index levels() const { return columns.size() == 1 ? 2 : static_cast<Index>(columns.size()); }
};
struct ClassTable {
  std::vector<Index> number_columns;
  Matrix numbers;  // those columns; skewness is taken out of them, rounded values are spread over their step
  std::vector<CategoryColumns> categories;
  std::vector<std::vector<int>> codes;  // of each category, the level of each row

  Index size() const { return numbers.rows(); }
};
ClassTable class_table(const Matrix& X, std::uint64_t seed);

// A column as normal as a power can make it, with deviation 1.
struct Unskewed {
  Vector values;
  double log_slope = 0;  // mean of log |d value / d x|
};
Unskewed unskewed(Vector x);

}  // namespace mercer::automatic
