// A frame, row by row. The first rows are kept as words; what they show of a column (plain numbers, another
// style, dates) is believed from then on, so that most cells become numbers at once and never words. Columns
// that break their promise are read a second time, as words, and judged by all of their cells.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "io/frame_plan.hpp"
#include "io/interner.hpp"
#include "io/missing.hpp"
#include "io/number.hpp"
#include "io/records.hpp"
#include "io/settle.hpp"
#include "io/value_store.hpp"

namespace mercer::io {

class FrameBuilder {
 public:
  FrameBuilder(FramePlan plan, const FrameRequest& request, char delimiter, std::string source);

  // A row: `next_row`, then a value for each of its cells. `line` is for messages.
  double* next_row(Index line);
  double read(Index slot, const Field& field) {
    double value = 0;
    if (modes_[static_cast<std::size_t>(slot)] == Mode::plain &&
        read_number(field.text, value) == Reading::number)
      return value;
    return read_slowly(static_cast<std::size_t>(slot), field);
  }
  double read(Index slot, double value);  // where it is a number already
  static constexpr double missing = std::numeric_limits<double>::quiet_NaN();

  // After the last row: whether all rows have to be read once more, and then each of them.
  bool wants_second_reading();
  bool wants(Index slot) const { return modes_[static_cast<std::size_t>(slot)] == Mode::again; }
  void read_again(Index row, Index slot, const Field& field);

  // At the very end.
  Frame finish();

 private:
  enum class Mode { words, plain, styled, date, again };
  static constexpr Index head_rows = 1000;

  double read_slowly(std::size_t slot, const Field& field);
  double fail(std::size_t slot);
  std::string_view clean(const Field& field);
  std::vector<Index> counts(std::size_t slot, const double* cells, Index rows) const;
  std::vector<Settled> settle_all(const double* cells, Index rows) const;
  void convert(std::size_t slot, const Settled& settled, double* cells, Index rows) const;
  void promote();
  void take_words();
  void describe_reading(std::size_t slot, const Settled& settled);
  void find_problem(std::size_t slot, const Settled& settled, const double* codes);
  void check_truth();
  void check_weights();
  BadCell bad_cell(Index row, const std::string& value) const;

  FramePlan plan_;
  Frame frame_;
  MissingWords missing_words_;
  Surroundings around_;
  std::vector<Mode> modes_;
  std::vector<Settled> believed_;  // of columns that are not words
  std::vector<Interner> words_;
  std::vector<double> head_;
  Held head_room_;
  ValueStore<double> store_;
  std::string scratch_;
  std::size_t width_ = 0;
  Index rows_ = 0, line_ = 0;
};

}  // namespace mercer::io
