// Which column of a file plays which part, from the request and the header.
#pragma once

#include <string>
#include <vector>

#include "mercer/io.hpp"

namespace mercer::io {

struct Columns {
  static constexpr Index none = -1;
  std::string source;              // the file, for messages
  std::vector<std::string> names;  // of all columns; empty without a header
  std::vector<Index> slot;         // of each column: its place among the features, or none
  std::vector<Index> features;     // the feature columns, in the order asked for
  Index truth = none;
  Index weights = none;

  // "data.csv: line 7, column 'x3' (number 2, from 0)"; `row_word` is "line" or "row".
  std::string place(const char* row_word, Index row, Index column) const;
  std::vector<std::string> feature_names() const;
};

// Whether the first row of a text file names the columns: a requested name stands in it, or a field of a
// feature column is not a number.
bool is_header(const std::vector<std::string>& first_row, const TableRequest& request);

// The column that `request` names or counts; an unknown one is an Error(usage).
Index find_column(const std::string& request, const std::string& source,
                  const std::vector<std::string>& names, Index count);

Columns resolve(const TableRequest& request, const std::string& source, std::vector<std::string> names,
                Index count);

}  // namespace mercer::io
