// A frame of columns that a program has already.
#include <fmt/format.h>

#include "io/frame_rows.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

using io::Field;
using io::FrameBuilder;

Index size_of(const ColumnValues& column) {
  return std::visit([](const auto& values) { return static_cast<Index>(values.size()); }, column.values);
}

class ColumnRows {
 public:
  explicit ColumnRows(const std::vector<ColumnValues>& columns) : columns_(columns) {}
  bool next() { return ++row_ < size_of(columns_.front()); }
  Index line() const { return 0; }
  double read(FrameBuilder& builder, Index slot, std::size_t column) const {
    if (missing(column)) return FrameBuilder::missing;
    if (const auto* numbers = std::get_if<std::vector<double>>(&columns_[column].values))
      return builder.read(slot, (*numbers)[at()]);
    return builder.read(slot,
                        Field{std::get<std::vector<std::string>>(columns_[column].values)[at()], false});
  }
  void read_again(FrameBuilder& builder, Index row, Index slot, std::size_t column) const {
    const auto* numbers = std::get_if<std::vector<double>>(&columns_[column].values);
    const std::string text = missing(column) ? ""
                             : numbers       ? fmt::format("{}", (*numbers)[at()])
                                       : std::get<std::vector<std::string>>(columns_[column].values)[at()];
    builder.read_again(row, slot, Field{text, false});
  }

 private:
  std::size_t at() const { return static_cast<std::size_t>(row_); }
  bool missing(std::size_t column) const {
    if (const auto* numbers = std::get_if<std::vector<double>>(&columns_[column].values))
      return std::isnan((*numbers)[at()]);
    return !columns_[column].known.empty() && !columns_[column].known[at()];
  }

  const std::vector<ColumnValues>& columns_;
  Index row_ = -1;
};

bool are_days(const ColumnValues& column) {
  return column.kind == Kind::date && std::holds_alternative<std::vector<double>>(column.values);
}

// What is known of a column, unless the request says something else.
void obey(io::FramePlan& plan, const std::vector<ColumnValues>& columns) {
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (plan.slot[c] == Frame::none) continue;
    auto& column = plan.columns[static_cast<std::size_t>(plan.slot[c])];
    if (column.asked) continue;
    column.asked = are_days(columns[c]) ? Kind::number : columns[c].kind;
    column.ordered = !columns[c].order.empty();
    for (const auto& value : columns[c].order) column.words.add(value);
  }
}

void make_dates(Frame& frame, Index slot) {
  auto& column = frame.columns[static_cast<std::size_t>(slot)];
  if (column.holds != Holds::numbers) return;
  column.holds = Holds::dates;
  column.asked = Kind::date;
  for (Index i = 0; i < frame.rows() && !column.time; ++i)
    column.time = !frame.missing(i, slot) && frame.number(i, slot) != std::floor(frame.number(i, slot));
}

}  // namespace

Frame frame_of(std::vector<ColumnValues> columns, const FrameRequest& request) {
  const std::string source = "the table";
  if (columns.empty()) throw Error(Fault::data, "the table has no columns");
  std::vector<std::string> names;
  for (const auto& column : columns) {
    names.push_back(column.name);
    if (size_of(column) != size_of(columns.front()))
      throw Error(Fault::data,
                  fmt::format("column '{}' has {} rows, and '{}' has {}; give all the same number",
                              column.name, size_of(column), columns.front().name, size_of(columns.front())));
  }
  if (size_of(columns.front()) == 0) throw Error(Fault::data, "the table has no rows");
  io::FramePlan plan = io::plan_frame(request, source, std::move(names), true);
  obey(plan, columns);
  FrameBuilder builder(plan, request, ',', source);
  ColumnRows rows(columns);
  Frame frame =
      io::read_rows(rows, builder, plan.slot, [&] { return std::make_unique<ColumnRows>(columns); });
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (plan.slot[c] != Frame::none && are_days(columns[c])) make_dates(frame, plan.slot[c]);
  frame.format = "frame";
  return frame;
}

}  // namespace mercer
