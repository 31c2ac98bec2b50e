// Which character separates the fields.
#include <algorithm>
#include <array>
#include <map>

#include "io/records.hpp"

namespace mercer::io {
namespace {

constexpr Index records_looked_at = 100;

// The number of fields of each of the first records. Quotes open at the start of a field; newlines and
// separators inside them mean nothing. A last record without its newline may be cut off: it counts only when
// it is the only one.
std::vector<Index> widths(std::string_view text, char delimiter) {
  std::vector<Index> all;
  Index fields = 1;
  bool quoted = false, closed = false, starts = true, blank = true, comment = false;
  for (const char c : text) {
    if (quoted) {
      quoted = c != '"';
      closed = !quoted;
      continue;
    }
    if (c == '\n') {
      if (!blank && !comment) all.push_back(fields);
      if (static_cast<Index>(all.size()) == records_looked_at) return all;
      fields = 1;
      starts = blank = true;
      closed = comment = false;
      continue;
    }
    if (blank && c == '#') comment = true;
    blank = blank && (c == ' ' || c == '\r');
    quoted = c == '"' && (starts || closed);  // a quote inside quotes is written twice
    closed = false;
    starts = c == delimiter;
    fields += starts;
  }
  if (all.empty() && !blank) all.push_back(fields);
  return all;
}

}  // namespace

// By the share of the records that have the commonest number of fields; the first one, which may be the
// names, tells most.
char sniff_delimiter(std::string_view text) {
  char best = ',';
  std::pair<bool, double> best_fit = {false, 0};
  for (const char delimiter : {'\t', ';', '|', ','}) {  // ties go to the rarer one
    const auto all = widths(text, delimiter);
    std::map<Index, Index> records;
    for (const Index width : all)
      if (width > 1) ++records[width];
    for (const auto& [width, count] : records) {
      const std::pair fit(all.front() == width, static_cast<double>(count) / static_cast<double>(all.size()));
      if (fit > best_fit) best = delimiter, best_fit = fit;
    }
  }
  return best;
}

}  // namespace mercer::io
