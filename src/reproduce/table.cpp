#include "reproduce/table.hpp"

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
  for (const FigureTable& table : tables_of(outcome.comparisons))
    for (const FigureRow& row : table.rows) {
      const Comparison& first = *row.cells.front();
      if (first.how.empty()) continue;
      const bool differ = row.cells.back()->how != first.how;
      lines.emplace_back(differ ? row_name(first) + ", and so on" : row.name, first.how);
    }
  return lines;
}

void Tally::add(const std::vector<Comparison>& rows) {
  for (const Comparison& row : rows) {
    const Verdict verdict = row.verdict();
    figures += verdict != Verdict::none;
    same += verdict == Verdict::same;
    better += verdict == Verdict::better;
    worse += verdict == Verdict::worse;
    different += verdict == Verdict::different;
    missing += verdict == Verdict::missing;
  }
}

std::string reading_text(const Reproduction& found) {
  std::string text =
      "Mean ± standard deviation over the runs. A difference is mercer's mean minus the paper's. "
      "\"Reproduced\" means within two standard errors of it, or within rounding; better, worse and "
      "differs mean not reproduced, and the text above the table says what was found.";
  if (found.quick) text += " This is a quick run: two runs where a full one has ten.";
  return text;
}

}  // namespace mercer
