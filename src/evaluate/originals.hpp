// The columns of a table that a recipe uses, as they were before it, and which cluster each row is in.
#pragma once

#include <string>
#include <vector>

#include "evaluate/codes.hpp"
#include "mercer/recipe.hpp"

namespace mercer {

struct Original {
  Index column = 0;  // of the frame
  std::string name;
  Kind kind = Kind::number;
  bool time = false;
  std::string unit;
  bool worded = false;              // whether its cells are codes of `values`
  std::vector<std::string> values;  // the words of the frame
};

struct Originals {
  const Frame& frame;
  std::vector<Original> columns;
  Codes clusters;  // -1: in none

  Originals(const Frame& table, const Recipe& recipe, const Labels& labels)
      : frame(table), clusters(compact(labels, Noise::leave_out)) {
    require_equal_sizes("labels", labels.size(), "rows", static_cast<std::size_t>(table.rows()));
    for (const auto& used : recipe.columns) {
      if (used.kind == Kind::text) continue;  // told by its terms
      const Index at = table.find(used.name);
      if (at == Frame::none)
        throw Error(Fault::data, fmt::format("{} has no column '{}'; give the table that was clustered",
                                             table.source, used.name));
      const auto& held = table.columns[static_cast<std::size_t>(at)];
      Original column{at, used.name, used.kind, held.time, held.unit, held.holds == Holds::words, {}};
      if (column.worded)
        for (Index w = 0; w < held.words.size(); ++w) column.values.emplace_back(held.words[w]);
      columns.push_back(std::move(column));
    }
  }
  double cell(Index row, const Original& column) const { return frame.cells(row, column.column); }
  int cluster(Index row) const { return clusters.codes[static_cast<std::size_t>(row)]; }
};

}  // namespace mercer
