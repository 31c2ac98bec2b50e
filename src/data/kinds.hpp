// What the columns of a frame are to a clustering, from what they hold.
#pragma once

#include <string>
#include <vector>

#include "mercer/frame.hpp"

namespace mercer {

struct ColumnFacts {
  Kind kind = Kind::number;
  std::string left_out;  // why it is not a feature; empty if it is one
  Index missing = 0;
  // Of numbers and dates that are there.
  double least = 0, largest = 0, mean = 0, deviation = 0;
  // Of words: the cells of each, and how many words there are in cells.
  std::vector<Index> counts;
  Index distinct = 0;
};

struct FrameFacts {
  std::vector<ColumnFacts> columns;
  Index id = Frame::none;  // the column of the rows' names
};
FrameFacts judge(const Frame& frame);

// The values of a column that are there, of every `step`-th row.
std::vector<double> present_values(const Frame& frame, Index column, Index step = 1);
// Of values in any order, which it rearranges; between two values the middle.
double quantile(std::vector<double>& values, double share);

// Whether the two words are a pair such as yes and no.
bool is_yes_no(std::string_view a, std::string_view b);

}  // namespace mercer
