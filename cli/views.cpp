#include "views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mercer/model.hpp"

namespace mercer::cli {
namespace {

constexpr std::size_t most_axes = 2;

[[noreturn]] void refuse_axis(const std::string& name, const std::vector<std::string>& known) {
  throw Error(Fault::usage, fmt::format("--axes: there is no column '{}' to draw{}; there are {}", name,
                                        suggestion(name, known), fmt::join(known, ", ")));
}

// Where a name stands among the columns; or an index from 0.
std::size_t place_of(const std::string& name, const std::vector<std::string>& known) {
  if (const auto at = std::find(known.begin(), known.end(), name); at != known.end())
    return static_cast<std::size_t>(at - known.begin());
  Index index = 0;
  if (!grammar::parse(name, index) || index < 0 || index >= std::ssize(known)) refuse_axis(name, known);
  return static_cast<std::size_t>(index);
}

// Days since 1970 as years, which an axis can show.
double shown(const Column& column, double value) {
  constexpr double days_of_a_year = 365.2425;
  return column.holds == Holds::dates ? 1970 + value / days_of_a_year : value;
}

// A column of a table, for the rows that became points; an empty cell stands at the mean of the others.
Vector column_of(const TableSource& table, const std::string& name, std::string& caption) {
  const Frame& frame = *table.frame;
  std::vector<std::string> drawable;
  for (const Column& column : frame.columns)
    if (column.holds != Holds::words) drawable.push_back(column.name);
  if (const Index at = frame.find(name);
      at != Frame::none && frame.columns[static_cast<std::size_t>(at)].holds == Holds::words)
    throw Error(Fault::usage,
                fmt::format("--axes: '{}' holds words, which have no place on an axis; there are {}", name,
                            fmt::join(drawable, ", ")));
  const std::string known = drawable[place_of(name, drawable)];
  const Index at = frame.find(known);
  const Column& column = frame.columns[static_cast<std::size_t>(at)];
  caption = column.holds == Holds::dates ? known + " (year)"
            : column.unit.empty()        ? known
                                         : fmt::format("{} ({})", known, column.unit);
  const Index n = table.rows.empty() ? frame.rows() : static_cast<Index>(table.rows.size());
  Vector values(n);
  double sum = 0, there = 0;
  for (Index i = 0; i < n; ++i) {
    values[i] =
        shown(column, frame.number(table.rows.empty() ? i : table.rows[static_cast<std::size_t>(i)], at));
    if (!std::isnan(values[i])) sum += values[i], ++there;
  }
  const double middle = there > 0 ? sum / there : 0;
  return values.unaryExpr([&](double value) { return std::isnan(value) ? middle : value; });
}

Vector column_of(const Input& input, const std::string& name, std::string& caption) {
  if (input.table) return column_of(*input.table, name, caption);
  std::vector<std::string> known = input.names;
  for (Index c = std::ssize(known); c < input.data.dimensions(); ++c) known.push_back(std::to_string(c));
  const std::size_t at = place_of(name, known);
  caption = input.names.empty() ? fmt::format("column {}", at + 1) : known[at];
  return input.data.dense().col(static_cast<Index>(at));
}

}  // namespace

View original_columns(const std::vector<std::string>& axes, const Input& input) {
  if (axes.size() > most_axes)
    throw Error(Fault::usage, fmt::format("--axes has {} columns; a picture has two", axes.size()));
  View view;
  Matrix points(input.data.size(), std::ssize(axes));
  for (std::size_t a = 0; a < axes.size(); ++a)
    points.col(static_cast<Index>(a)) = column_of(input, axes[a], view.names.emplace_back());
  view.data = std::move(points);
  view.one_unit = false;
  return view;
}

View clustered_points(const Input& input, const Model& model) {
  View view{model.seen(input.data), model.seen_names()};
  const std::string scaling = model.scaling();
  if (scaling == "standardized" || scaling == "recipe")
    for (std::string& name : view.names) name += ", standardized";
  return view;
}

}  // namespace mercer::cli
