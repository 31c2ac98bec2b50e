// CSV and the like as a frame: whatever the columns hold.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "io/delimited.hpp"
#include "io/frame_rows.hpp"
#include "io/readers.hpp"
#include "mercer/error.hpp"

namespace mercer::io {
namespace {

// The text from its first line on: the separator, which `sep=;` in a line of its own may give.
struct Opening {
  char delimiter = ',';
  Index first_line = 1;
};
Opening open_text(Input& input, const FrameRequest& request) {
  Opening opening;
  if (input.window().starts_with(byte_order_mark)) input.consume(byte_order_mark.size());
  std::string_view text = input.window();
  const bool told = text.size() > 5 && equal_ignoring_case(text.substr(0, 4), "sep=") &&
                    (text[5] == '\n' || text.substr(5, 2) == "\r\n");
  if (told) {
    opening.delimiter = text[4];
    opening.first_line = 2;
    input.consume(text.find('\n') + 1);
  } else {
    opening.delimiter = sniff_delimiter(text);
  }
  if (request.delimiter != 0) opening.delimiter = request.delimiter;
  return opening;
}

class DelimitedRows {
 public:
  // `header` is what is settled already, when the text is read again.
  DelimitedRows(Input& input, const FrameRequest& request, std::optional<bool> header = {})
      : input_(input),
        opening_(open_text(input, request)),
        records_(input, opening_.delimiter, opening_.first_line) {
    require_first_record(records_, input);
    first_ = texts(records_.fields());
    first_line_ = records_.line();
    header_ = header ? *header : names_columns(first_, opening_.delimiter, request);
    records_.expect_width(first_.size());
    replay_ = !header_;
  }
  bool next() {
    if (replay_) {
      replay_ = false;
      return true;
    }
    if (!records_.next()) return false;
    check_width(records_, first_.size(), input_.name(), first_line_);
    const auto& fields = records_.fields();
    const bool blank =
        std::all_of(fields.begin(), fields.end(), [](const Field& f) { return f.text.empty(); });
    blank_tail_ = blank ? blank_tail_ + 1 : 0;
    return true;
  }
  // Rows of nothing but delimiters at the end, which spreadsheets leave behind.
  Index blank_tail() const { return blank_tail_; }
  Index line() const { return records_.line(); }
  double read(FrameBuilder& builder, Index slot, std::size_t column) const {
    return builder.read(slot, records_.fields()[column]);
  }
  void read_again(FrameBuilder& builder, Index row, Index slot, std::size_t column) const {
    builder.read_again(row, slot, records_.fields()[column]);
  }
  std::string_view text() const { return records_.text(); }
  std::vector<std::string> names() const {
    return header_ ? first_ : std::vector<std::string>(first_.size());
  }
  bool header() const { return header_; }
  char delimiter() const { return opening_.delimiter; }
  bool told() const { return opening_.first_line > 1; }  // by sep=;

 private:
  Input& input_;
  Opening opening_;
  Records records_;
  std::vector<std::string> first_;
  Index first_line_ = 0, blank_tail_ = 0;
  bool header_ = true, replay_ = false;
};

// 5.1,3.5,setosa above 4.9,3.0,setosa: a first line that may be no names.
void suspect_header(Frame& frame, const FrameRequest& request) {
  if (request.header) return;
  for (const auto& column : frame.columns) {
    double value = 0;
    const bool number = read_number(column.name, value) == Reading::number;
    const bool whole = number && value == std::floor(value);  // years and counts are names too
    if (!number || whole || column.holds != Holds::numbers) continue;
    frame.notes.push_back(
        fmt::format("the first line was read as column names, although '{}' is a number; if it is a row of "
                    "data, say that there is no header",
                    column.name));
    return;
  }
}

}  // namespace

Frame read_delimited_frame(Input& input, const FrameRequest& request) {
  DelimitedRows rows(input, request);
  const FramePlan plan = plan_frame(request, input.name(), rows.names(), rows.header());
  FrameBuilder builder(plan, request, rows.delimiter(), input.name());
  std::optional<Input> copy;
  Frame frame = read_rows(rows, builder, plan.slot, [&] {
    copy.emplace(input.again());
    while (copy->window().size() < (std::size_t{1} << 16) && copy->more()) {
    }
    return std::make_unique<DelimitedRows>(*copy, request, rows.header());
  });
  if (const Index blank = rows.blank_tail(); blank > 0) {
    frame.cells.conservativeResize(frame.rows() - blank, Eigen::NoChange);
    frame.notes.push_back(fmt::format("{} at the end {} left out",
                                      blank == 1 ? "an empty row" : fmt::format("{} empty rows", blank),
                                      blank == 1 ? "was" : "were"));
  }
  if (frame.rows() == 0)
    throw Error(Fault::data, input.name() + " has a header but no rows; add the data below it");
  frame.header = rows.header();
  frame.format = rows.delimiter() == '\t' ? "tsv" : "csv";
  suspect_header(frame, request);
  return frame;
}

std::size_t copy_records(Input& input, const FrameRequest& request, std::string& text,
                         const std::function<std::string(const RecordCopy&)>& behind) {
  DelimitedRows rows(input, request);
  RecordCopy record{rows.header(), 0, rows.delimiter(), rows.names()};
  if (rows.told()) text += fmt::format("sep={}\n", record.delimiter);
  if (record.header) text += std::string(rows.text()) + behind(record) + "\n";
  record.header = false;
  record.names.clear();
  for (; rows.next(); ++record.row) text += std::string(rows.text()) + behind(record) + "\n";
  return record.row - static_cast<std::size_t>(rows.blank_tail());
}

}  // namespace mercer::io
