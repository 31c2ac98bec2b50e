// What a column of words is: numbers in some style, dates in some form, or words indeed.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/dates.hpp"
#include "io/number_style.hpp"
#include "mercer/frame.hpp"

namespace mercer::io {

// What the file tells, not only the column.
struct Surroundings {
  char delimiter = ',';
  char decimal = 0;             // asked for
  bool decimal_commas = false;  // other columns have them, so a point may stand between thousands
};

struct Settled {
  Holds holds = Holds::words;
  NumberStyle style;              // of numbers
  DateForm form = DateForm::iso;  // of dates
  bool time = false;              // some date has a time of day
  std::vector<double> values;     // of each word; NaN where it is neither number nor date. Empty for words.
  std::vector<bool> bad;          // words that do not fit, where there is a problem
  std::string problem, remedy;    // empty: none
};

// `counts`: the cells that hold each word. Every word counts: a column is of numbers only if all are.
Settled settle(const Words& words, std::span<const Index> counts, const Column& column, bool first_column,
               const Surroundings& around);

// id, customer_id, customerId, key, index, uuid; and the first column where it has no name.
bool named_like_id(const Column& column, bool first_column);

}  // namespace mercer::io
