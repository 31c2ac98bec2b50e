// What a table holds, column by column, and what a fit would do with it. No cell makes it fail.
//
//   for (const auto& column : describe(read_frame("customers.csv")))
//     fmt::print("{} {} {} {}\n", column.name, column.kind, column.values, column.fate);
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mercer/frame.hpp"

namespace mercer {

struct ColumnDescription {
  std::string name;
  std::string kind;    // "number", ..., or "truth", "weights"
  Index missing = 0;   // cells
  Index distinct = 0;  // values
  // For numbers and dates (in days); NaN for others.
  double least = 0, mean = 0, largest = 0;
  // The most frequent words, at most three, and how many cells hold each.
  std::vector<std::pair<std::string, Index>> commonest;
  std::string values;  // "18 to 79", or "north 31 %, south 22 %, east 20 %"
  std::string fate;    // "used", "5 indicator columns", "left out: constant", ...
  std::optional<ColumnProblem> problem;
};
std::vector<ColumnDescription> describe(const Frame& frame);

// Whether a column of this name ("label", "class", ...) is likely to hold known classes, and so no feature.
bool named_like_class(std::string_view name);

// {"source", "format", "rows", "columns": [{"name", "kind", "missing", "distinct", ...}], "notes"}
std::string describe_json(const Frame& frame);

}  // namespace mercer
