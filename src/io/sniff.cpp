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
  bool quoted = false, starts = true, blank = true, comment = false;
  for (const char c : text) {
    if (quoted) {
      quoted = c != '"';
      continue;
    }
    if (c == '\n') {
      if (!blank && !comment) all.push_back(fields);
      if (static_cast<Index>(all.size()) == records_looked_at) return all;
      fields = 1;
      starts = blank = true;
      comment = false;
      continue;
    }
    if (blank && c == '#') comment = true;
    blank = blank && (c == ' ' || c == '\r');
    quoted = c == '"' && starts;
    starts = c == delimiter;
    fields += starts;
  }
  if (all.empty() && !blank) all.push_back(fields);
  return all;
}

}  // namespace

char sniff_delimiter(std::string_view text) {
  char best = ',';
  Index most = 0;
  for (const char delimiter : {'\t', ';', '|', ','}) {  // ties go to the rarer one
    std::map<Index, Index> records;
    for (const Index width : widths(text, delimiter))
      if (width > 1) ++records[width];
    for (const auto& [width, count] : records)
      if (count > most) best = delimiter, most = count;
  }
  return best;
}

}  // namespace mercer::io
