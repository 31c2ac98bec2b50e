// Columns of a new table that another language holds already, read as the recipe's columns were.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "mercer/recipe.hpp"

namespace mercer {

inline Frame frame_of(const Recipe& recipe, std::vector<ColumnValues> columns,
                      std::vector<std::string> missing = {}) {
  FrameRequest request;
  request.missing = std::move(missing);
  // Days are days, whatever the recipe says of dates that are written.
  for (const TypeRequest& type : recipe.request().types) {
    const auto is_days = [&](const ColumnValues& c) {
      return c.name == type.column && c.kind == Kind::date &&
             std::holds_alternative<std::vector<double>>(c.values);
    };
    if (std::none_of(columns.begin(), columns.end(), is_days)) request.types.push_back(type);
  }
  return frame_of(std::move(columns), request);
}

}  // namespace mercer
