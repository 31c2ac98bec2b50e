// A table as people have it: columns of numbers, dates and words, with cells missing here and there.
//
//   Frame table = read_frame("customers.csv", {.truth = "class", .types = parse_types("zip=category")});
//   table.rows();                    // 5000
//   table.columns[2].name;           // "region"
//   table.text(0, 2);                // "north"
//   table.number(0, 3);              // 28716.19, written "$28,716.19" in the file
//
// The recipe (mercer/recipe.hpp) decides what a fit does with it.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mercer/choice.hpp"
#include "mercer/error.hpp"
#include "mercer/io.hpp"
#include "mercer/types.hpp"

namespace mercer {

// What a column is to a clustering.
enum class Kind { number, yes_no, date, category, id, text };
template <>
struct EnumNames<Kind> {
  static constexpr std::array<std::string_view, 6> values = {"number",   "yes/no", "date",
                                                             "category", "id",     "text"};
};
inline std::string_view name_of(Kind kind) { return EnumNames<Kind>::values[static_cast<std::size_t>(kind)]; }

// Which of 3/4/2020 is the day.
enum class DateOrder { any, day_first, month_first };

// A column that is to be of a kind, whatever its cells look like.
struct TypeRequest {
  std::string column;  // its name, or its index from 0 (-1: the last)
  Kind kind = Kind::number;
  DateOrder order = DateOrder::any;
  char decimal = 0;      // ',': where 1,234 or 1.234 could be two numbers, the comma is the decimal one
  bool required = true;  // whether a file without the column is an error
};
// "zip=category,when=dmy": names or indices, and number, yes/no, date (also dmy, mdy), category, id, text.
std::vector<TypeRequest> parse_types(std::string_view list);

// How a table is to be read. What you leave open is detected. A column is named as in the header, or by its
// index from 0 (-1: the last).
struct FrameRequest {
  std::string id = {};                    // the rows' names
  std::string truth = {};                 // class of each row, as written
  std::string weights = {};               // weight of each row, above 0
  std::vector<std::string> columns = {};  // the features; empty = all
  std::vector<std::string> drop = {};     // columns that are not even looked at
  std::vector<TypeRequest> types = {};    // kinds that are known
  std::vector<std::string> missing = {};  // words for a missing value, beside the usual ones
  std::optional<bool> header = {};        // whether the first line names the columns
  char delimiter = 0;                     // of the fields; 0 = found out
  char decimal = 0;                       // '.' or ','; 0 = found out, column by column
  std::string query = {};                 // SQL, for a SQLite database
};

// Distinct words, in the order in which they were added; many of them take little more than their letters.
class Words {
 public:
  Index size() const { return static_cast<Index>(ends_.size()); }
  std::string_view operator[](Index i) const {
    const std::uint64_t begin = i == 0 ? 0 : ends_[static_cast<std::size_t>(i - 1)];
    return std::string_view(letters_).substr(begin, ends_[static_cast<std::size_t>(i)] - begin);
  }
  void add(std::string_view word) {
    letters_ += word;
    ends_.push_back(letters_.size());
  }

 private:
  std::string letters_;
  std::vector<std::uint64_t> ends_;
};

// A cell that causes a problem, for messages.
struct BadCell {
  std::string place;  // "line 18" or "row 17"
  std::string value;
};
// Why a column can't be read as what it seems to be.
struct ColumnProblem {
  std::string column;
  std::string what;            // "3 of 5000 cells are not numbers"
  std::vector<BadCell> cells;  // at most three
  std::string remedy;          // "say when=dmy or when=mdy"; may be empty
  std::string role = {};       // "truth" or "weights": the column was asked for, and is not a feature
};

// What the cells of a column hold: numbers, days since 1970-01-01, or codes of words.
enum class Holds { numbers, dates, words };

struct Column {
  std::string name;
  bool unnamed = false;  // the file has no name for it
  Holds holds = Holds::words;
  Words words;                       // what the codes mean
  bool ordered = false;              // the words are listed in a meaningful order, all that can occur
  std::optional<Kind> asked;         // by the request or the file
  DateOrder order = DateOrder::any;  // how its dates were read, if they could be read in two ways
  bool time = false;                 // dates with a time of day
  char decimal = 0;                  // as in the file, of numbers
  std::string unit;                  // "$" or "%", where all its cells have one
  std::optional<ColumnProblem> problem;
};

struct Frame {
  static constexpr Index none = -1;
  Matrix cells;                                   // rows x columns; NaN is a missing cell
  std::vector<Column> columns;                    // those asked for: features, id, truth and weights
  Index id = none, truth = none, weights = none;  // their places among the columns, where asked for
  std::string source;                             // the path, for messages
  std::string format;                             // "csv", "tsv", "arff", "sqlite"
  bool header = true;
  Index first_line = 0;            // of the first row, where every row is one line; 0: not so
  std::vector<std::string> notes;  // what a user should know about the reading: "read as Latin-1"

  Index rows() const { return cells.rows(); }
  bool missing(Index row, Index column) const { return std::isnan(cells(row, column)); }
  double number(Index row, Index column) const { return cells(row, column); }
  // As a person reads it: 28716.19, 2020-01-31, north; empty where it is missing.
  std::string text(Index row, Index column) const;
  std::vector<std::string> texts(Index column) const;
  // "line 18", or "row 17" where rows are not lines.
  std::string place(Index row) const;
  // The column of that name; none if there is none.
  Index find(std::string_view name) const;
};

// Everything that is wrong with the columns of a table, in one error. The message is complete; `leave_out` is
// for a program that shows the command to type. What a model needs can't be left out.
class ColumnProblems : public Error {
 public:
  ColumnProblems(const std::string& source, std::vector<ColumnProblem> columns, bool needed = false);
  const std::vector<ColumnProblem>& columns() const { return columns_; }
  std::vector<std::string> leave_out() const;

 private:
  std::vector<ColumnProblem> columns_;
};

// CSV and the like (comma, semicolon, tab or bar; UTF-8, UTF-16 with its mark, Latin-1), ARFF, or SQLite
// ("shop.sqlite:customers", or with a query); `.gz` of text; "-" is standard input. Cells that make no sense
// are problems of their columns, not errors. A file that makes no sense (no table, rows of different lengths,
// a zero byte, an open quote, a line of more than 64 MB) is an error.
Frame read_frame(const std::string& path, const FrameRequest& request = {});

// The same for CSV, ARFF and SQLite; the arrays of NPY, libsvm and Matrix Market stay what they are.
std::variant<Table, Frame> read_any(const std::string& path, const FrameRequest& request = {});

// A column that a program already has in memory.
struct ColumnValues {
  std::string name;
  // Numbers (NaN is missing), or words (with `known` false where one is missing).
  std::variant<std::vector<double>, std::vector<std::string>> values;
  std::vector<bool> known = {};         // of words; empty = all
  std::optional<Kind> kind = {};        // Kind::date: the numbers are days since 1970-01-01
  std::vector<std::string> order = {};  // of a category: all its values, in their order
};
// Words are read like those of a file: numbers, dates and missing values among them are recognised.
Frame frame_of(std::vector<ColumnValues> columns, const FrameRequest& request = {});

// Copies the file at `path` and adds columns at the end: a name in the header line, if the file has one, and
// one field per row. `to` is written completely or not at all; "-" is standard output.
struct ExtraColumn {
  std::string name;
  std::vector<std::string> fields;
};
void append_columns(const std::string& path, const FrameRequest& request,
                    const std::vector<ExtraColumn>& more, const std::string& to);
// "id,label" for every row. If `labels` is empty, no row has a cluster, as for rows that were left out.
void write_labels(const std::string& path, const std::string& id_name, const std::vector<std::string>& ids,
                  const std::vector<std::string>& labels);

}  // namespace mercer
