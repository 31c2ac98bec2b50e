// Matrix Market (NIST): a banner, comments, the size, then either `row column value` for each entry
// (coordinate; counted from 1, in any order) or all values, column after column (array).
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>

#include "io/budget.hpp"
#include "io/lines.hpp"
#include "io/number.hpp"
#include "io/readers.hpp"
#include "io/value_store.hpp"
#include "mercer/error.hpp"

namespace mercer::io {
namespace {

constexpr std::string_view banner = "%%matrixmarket";
constexpr std::int64_t largest = std::numeric_limits<int>::max() - 1;

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

struct Entry {
  int row, column;
  double value;
};

class MatrixMarket {
 public:
  explicit MatrixMarket(Input& input) : source_(input.name()), lines_(input) {}

  // %%MatrixMarket matrix coordinate|array real|integer|pattern general|symmetric
  void read_banner() {
    lines_.next();
    std::string line = lower_case(lines_.text());
    std::string_view rest = line;
    next_word(rest);
    if (next_word(rest) != "matrix") fail("the banner does not say 'matrix'; only matrices can be read");
    array_ = one_of(next_word(rest), {"array", "coordinate"}) == 0;
    pattern_ = one_of(next_word(rest), {"pattern", "real", "integer"}) == 0;
    symmetric_ = one_of(next_word(rest), {"symmetric", "general"}) == 0;
    if (array_ && pattern_) fail("an array can't be a pattern: it has no values; write it as coordinates");
  }
  void read_size() {
    if (!next_content()) fail("the size is missing; the file is cut off");
    std::string_view line = lines_.text();
    rows_ = whole(next_word(line), "number of rows", 1, largest);
    columns_ = whole(next_word(line), "number of columns", 1, largest);
    if (!array_) entries_ = whole(next_word(line), "number of entries", 0, largest);
    if (!next_word(line).empty()) fail("the size has more numbers than it should; correct it");
    if (symmetric_ && rows_ != columns_)
      fail(fmt::format("a symmetric matrix of {} rows and {} columns; it must be square", rows_, columns_));
  }
  bool is_array() const { return array_; }

  SparseMatrix read_coordinates() {
    std::vector<Entry> found;
    Held room;
    for (std::int64_t e = 0; e < entries_; ++e) {
      if (!next_content()) fail(fmt::format("{} entries are announced but there are {}", entries_, e));
      make_room(found, room, 2);
      found.push_back(read_entry());
      if (symmetric_ && found.back().row != found.back().column)
        found.push_back({found.back().column, found.back().row, found.back().value});
      if (static_cast<std::int64_t>(found.size()) > largest)
        fail("there are more than 2^31 values; split it");
    }
    if (next_content()) fail(fmt::format("there are more than the {} entries announced", entries_));
    return assemble(found);
  }

  Matrix read_array() {
    ValueStore<double> values;
    const std::int64_t expected = symmetric_ ? rows_ * (rows_ + 1) / 2 : rows_ * columns_;
    for (std::int64_t v = 0; v < expected; ++v) {
      if (!next_content()) fail(fmt::format("{} values are expected but there are {}", expected, v));
      std::string_view line = lines_.text();
      *values.extend(1) = number(next_word(line));
      end_of(line);
    }
    if (next_content()) fail(fmt::format("there are more than the {} values expected", expected));
    charge(sizeof(double) * static_cast<std::uint64_t>(rows_) * static_cast<std::uint64_t>(columns_));
    if (!symmetric_) return values.finish(columns_, rows_).transpose();
    const Matrix packed = values.finish(expected, 1);
    Matrix out(rows_, rows_);
    for (Index j = 0, at = 0; j < rows_; ++j)
      for (Index i = j; i < rows_; ++i, ++at) out(i, j) = out(j, i) = packed(at, 0);
    return out;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(Fault::data, fmt::format("{}: line {}, {}", source_, lines_.number(), what));
  }
  // The next line that is neither blank nor a comment.
  bool next_content() {
    while (lines_.next()) {
      const std::string_view text = trimmed(lines_.text());
      if (!text.empty() && text.front() != '%') return true;
    }
    return false;
  }
  std::size_t one_of(std::string_view word, const std::vector<std::string>& known) const {
    const auto it = std::find(known.begin(), known.end(), word);
    if (it != known.end()) return static_cast<std::size_t>(it - known.begin());
    fail(fmt::format("'{}' in the banner is not one of {}; convert the file", word.substr(0, 40),
                     fmt::join(known, ", ")));
  }
  std::int64_t whole(std::string_view word, const char* what, std::int64_t least, std::int64_t most) const {
    std::int64_t value = 0;
    if (!read_whole(word, value) || value < least || value > most)
      fail(fmt::format("'{}': the {} is a whole number from {} to {}; correct it", word.substr(0, 40), what,
                       least, most));
    return value;
  }
  double number(std::string_view word) const {
    double value = 0;
    switch (read_number(word, value)) {
      case Reading::number:
        return value;
      case Reading::empty:
        fail("the value is missing; correct it or leave the entry out");
      case Reading::not_finite:
        fail(fmt::format("'{}': the value is not a finite number; correct it or leave the entry out",
                         word.substr(0, 40)));
      default:
        fail(fmt::format("'{}': the value is not a number; correct it", word.substr(0, 40)));
    }
  }
  void end_of(std::string_view line) const {
    if (const auto more = next_word(line); !more.empty())
      fail(fmt::format("'{}' follows the value; write one entry per line", more.substr(0, 40)));
  }
  Entry read_entry() const {
    std::string_view line = lines_.text();
    Entry entry{};
    entry.row = static_cast<int>(whole(next_word(line), "row", 1, rows_)) - 1;
    entry.column = static_cast<int>(whole(next_word(line), "column", 1, columns_)) - 1;
    entry.value = pattern_ ? 1 : number(next_word(line));
    end_of(line);
    if (symmetric_ && entry.column > entry.row)
      fail(fmt::format("row {}, column {} lies above the diagonal; a symmetric file holds the lower triangle",
                       entry.row + 1, entry.column + 1));
    return entry;
  }

  SparseMatrix assemble(std::vector<Entry>& found) const {
    std::sort(found.begin(), found.end(), [](const Entry& a, const Entry& b) {
      return a.row < b.row || (a.row == b.row && a.column < b.column);
    });
    for (std::size_t e = 1; e < found.size(); ++e)
      if (found[e].row == found[e - 1].row && found[e].column == found[e - 1].column)
        throw Error(Fault::data, fmt::format("{}: row {}, column {} appears twice; keep one", source_,
                                             found[e].row + 1, found[e].column + 1));
    charge(sizeof(int) * static_cast<std::uint64_t>(rows_ + 1) + 12 * found.size());
    SparseMatrix out(rows_, columns_);
    out.reserve(static_cast<Index>(found.size()));
    std::size_t e = 0;
    for (Index i = 0; i < rows_; ++i) {
      out.startVec(i);
      for (; e < found.size() && found[e].row == i; ++e)
        if (found[e].value != 0) out.insertBack(i, found[e].column) = found[e].value;
    }
    out.finalize();
    return out;
  }

  std::string source_;
  Lines lines_;
  bool array_ = false, pattern_ = false, symmetric_ = false;
  std::int64_t rows_ = 0, columns_ = 0, entries_ = 0;
};

}  // namespace

bool is_matrix_market(std::string_view start) { return lower_case(start.substr(0, banner.size())) == banner; }

Table read_matrix_market(Input& input, const TableRequest& request) {
  if (!request.truth.empty() || !request.weights.empty() || !request.columns.empty() || !request.drop.empty())
    throw Error(Fault::usage, input.name() +
                                  " is a Matrix Market file, whose columns can't be chosen; leave out truth, "
                                  "weights, columns and drop");
  Table table;
  table.source = input.name();
  table.format = "mtx";
  MatrixMarket file(input);
  file.read_banner();
  file.read_size();
  if (file.is_array())
    table.features = file.read_array();
  else
    table.features = file.read_coordinates();
  return table;
}

}  // namespace mercer::io
