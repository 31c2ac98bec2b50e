// A frame as text, and what is wrong with its columns.
#include "mercer/frame.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/dates.hpp"

namespace mercer {

std::string Frame::text(Index row, Index column) const {
  if (missing(row, column)) return {};
  const auto& held = columns[static_cast<std::size_t>(column)];
  const double cell = cells(row, column);
  if (held.holds == Holds::words) return std::string(held.words[static_cast<Index>(cell)]);
  return held.holds == Holds::dates ? io::date_text(cell, held.time) : fmt::format("{}", cell);
}

std::vector<std::string> Frame::texts(Index column) const {
  std::vector<std::string> all;
  all.reserve(static_cast<std::size_t>(rows()));
  for (Index i = 0; i < rows(); ++i) all.push_back(text(i, column));
  return all;
}

std::string Frame::place(Index row) const {
  return first_line > 0 ? fmt::format("line {}", first_line + row) : fmt::format("row {}", row + 1);
}

Index Frame::find(std::string_view name) const {
  const auto at =
      std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.name == name; });
  return at == columns.end() ? none : at - columns.begin();
}

namespace {

std::string problems_text(const std::string& source, const std::vector<ColumnProblem>& columns, bool needed) {
  std::string text = columns.size() == 1
                         ? fmt::format("{}: a column can't be used\n", source)
                         : fmt::format("{}: {} columns can't be used\n", source, columns.size());
  std::vector<std::string> names;
  for (const auto& column : columns) {
    std::vector<std::string> cells;
    for (const auto& cell : column.cells)
      cells.push_back(cell.value.empty() ? cell.place : fmt::format("{} '{}'", cell.place, cell.value));
    text += fmt::format("  {}: {}", column.column, column.what);
    if (!cells.empty()) text += fmt::format(" ({})", fmt::join(cells, ", "));
    if (!column.remedy.empty()) text += "; " + column.remedy;
    text += "\n";
    names.push_back(column.column);
  }
  if (needed)
    return text + (columns.size() == 1 ? "(the model was fitted on this column)"
                                       : "(the model was fitted on these columns)");
  return text +
         fmt::format("or leave {} out: {}", columns.size() == 1 ? "it" : "them", fmt::join(names, ", "));
}

}  // namespace

ColumnProblems::ColumnProblems(const std::string& source, std::vector<ColumnProblem> columns, bool needed)
    : Error(Fault::data, problems_text(source, columns, needed)), columns_(std::move(columns)) {}

std::vector<std::string> ColumnProblems::leave_out() const {
  std::vector<std::string> names;
  for (const auto& column : columns_) names.push_back(column.column);
  return names;
}

}  // namespace mercer
