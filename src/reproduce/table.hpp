// The figures of an experiment in the form of the paper's tables.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mercer/reproduce.hpp"

namespace mercer {

struct FigureRow {
  std::string name;
  std::vector<const Comparison*> cells;  // one per column
};
// Rows that follow each other and have the same columns.
struct FigureTable {
  std::vector<std::string> columns;
  std::vector<FigureRow> rows;
};
std::vector<FigureTable> tables_of(const std::vector<Comparison>& comparisons);

std::string row_name(const Comparison& row);  // "Iris, kernel IWC, errors"

// What was run for each row: its name, and the command of its first column.
std::vector<std::pair<std::string, std::string>> how_lines(const Outcome& outcome);

// How the published figures of some rows fared.
struct Tally {
  int figures = 0, same = 0, better = 0, worse = 0, different = 0, missing = 0;
  void add(const std::vector<Comparison>& rows);
};

// How the tables are to be read.
std::string reading_text(const Reproduction& found);

}  // namespace mercer
