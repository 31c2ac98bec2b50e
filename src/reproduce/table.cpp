#include "reproduce/table.hpp"

#include <algorithm>

namespace mercer {

std::vector<FigureTable> tables_of(const std::vector<Comparison>& comparisons) {
  std::vector<FigureTable> tables;
  for (std::size_t at = 0; at < comparisons.size();) {
    FigureRow row{comparisons[at].what, {}};
    std::vector<std::string> columns;
    for (; at < comparisons.size() && comparisons[at].what == row.name; ++at) {
      row.cells.push_back(&comparisons[at]);
      columns.push_back(comparisons[at].column);
    }
    if (tables.empty() || tables.back().columns != columns) tables.push_back({columns, {}});
    tables.back().rows.push_back(std::move(row));
  }
  return tables;
}

std::string row_name(const Comparison& row) {
  return row.column.empty() ? row.what : row.what + ", " + row.column;
}

std::vector<std::pair<std::string, std::string>> how_lines(const Outcome& outcome) {
  std::vector<std::pair<std::string, std::string>> lines;
  for (const Comparison& row : outcome.comparisons) {
    if (row.how.empty()) continue;
    const bool told =
        std::any_of(lines.begin(), lines.end(), [&](const auto& line) { return line.first == row.what; });
    if (!told) lines.emplace_back(row.what, row.how);
  }
  return lines;
}

std::string reading_text(const Reproduction& found) {
  std::string text =
      "Mean ± standard deviation over the runs. A difference is mercer's mean minus the paper's; \"same\" "
      "means within "
      "both deviations, or within rounding where there are none. A figure that is not reproduced is reported "
      "as it "
      "came out, and the text above the table says what was found.";
  if (found.quick) text += " This is a quick run: two runs where a full one has ten.";
  return text;
}

}  // namespace mercer
