#include "views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mercer/model.hpp"

namespace mercer::cli {
namespace {

constexpr std::size_t most_axes = 2;

[[noreturn]] void refuse_axis(const std::string& name, const std::vector<std::string>& known) {
  throw Error(Fault::usage,
              fmt::format("--axes: there is no column '{}' to draw{}", name, suggestion(name, known)));
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

// The column of that name, which must have a place on an axis.
const Column& drawable_column(const Frame& frame, const std::string& name) {
  std::vector<std::string> drawable;
  for (const Column& column : frame.columns)
    if (column.holds != Holds::words) drawable.push_back(column.name);
  if (const Index at = frame.find(name); at != Frame::none)
    if (const Column& column = frame.columns[static_cast<std::size_t>(at)]; column.holds == Holds::words)
      throw Error(Fault::usage,
                  fmt::format("--axes: '{}' holds words, which have no place on an axis; there are {}", name,
                              fmt::join(drawable, ", ")));
  const Index at = frame.find(drawable[place_of(name, drawable)]);
  return frame.columns[static_cast<std::size_t>(at)];
}

// An empty cell stands where the fit put it; one of a column that was left out at the mean of the others.
double fill_of(const TableSource& table, const std::string& name, Index column) {
  for (const RecipeColumn& used : table.recipe.columns)
    if (used.name == name) return used.fill;
  double sum = 0, there = 0;
  for (Index i = 0; i < table.frame->rows(); ++i)
    if (!table.frame->missing(i, column)) sum += table.frame->number(i, column), ++there;
  return there > 0 ? sum / there : 0;
}

// A column of a table, for the rows that became points.
Vector column_of(const TableSource& table, const std::string& name, std::string& caption) {
  const Frame& frame = *table.frame;
  const Column& column = drawable_column(frame, name);
  const Index at = frame.find(column.name);
  const std::string unit = column.holds == Holds::dates ? "year" : column.unit;
  caption = unit.empty() ? column.name : fmt::format("{} ({})", column.name, unit);
  const double fill = fill_of(table, column.name, at);
  Vector values(table.rows.empty() ? frame.rows() : std::ssize(table.rows));
  for (Index i = 0; i < values.size(); ++i) {
    const Index row = table.rows.empty() ? i : table.rows[static_cast<std::size_t>(i)];
    values[i] = shown(column, frame.missing(row, at) ? fill : frame.number(row, at));
  }
  return values;
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
