#include "io/frame_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "io/encoding.hpp"
#include "mercer/error.hpp"

namespace mercer::io {
namespace {

// A word as a message shows it.
std::string shortened(std::string_view text) {
  constexpr std::size_t most = 40;
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not within a letter
  return std::string(text.substr(0, end)) + "...";
}

bool is_utf8(const Words& words) {
  for (Index i = 0; i < words.size(); ++i)
    if (first_bad_byte(words[i]) != std::string_view::npos) return false;
  return true;
}
Words recoded(const Words& words) {
  Words text;
  for (Index i = 0; i < words.size(); ++i) text.add(from_latin1(words[i]));
  return text;
}

}  // namespace

FrameBuilder::FrameBuilder(FramePlan plan, const FrameRequest& request, char delimiter, std::string source)
    : plan_(std::move(plan)), missing_words_(request.missing) {
  width_ = plan_.columns.size();
  frame_.columns = plan_.columns;
  frame_.id = plan_.id, frame_.truth = plan_.truth, frame_.weights = plan_.weights;
  frame_.source = std::move(source);
  around_.delimiter = delimiter;
  around_.decimal = request.decimal;
  modes_.assign(width_, Mode::words);
  believed_.resize(width_);
  words_.resize(width_);
  // Words whose order the file gives are there from the beginning.
  for (std::size_t slot = 0; slot < width_; ++slot)
    for (Index w = 0; w < frame_.columns[slot].words.size(); ++w)
      words_[slot].code(frame_.columns[slot].words[w]);
}

double* FrameBuilder::next_row(Index line) {
  if (rows_ == 0) frame_.first_line = line;
  if (line - frame_.first_line != rows_) frame_.first_line = 0;
  line_ = line;
  ++rows_;
  if (rows_ <= head_rows) {
    make_room(head_, head_room_, width_);
    head_.resize(head_.size() + width_);
    return head_.data() + head_.size() - width_;
  }
  if (rows_ == head_rows + 1) promote();
  return store_.extend(width_);
}

// The field without blanks or doubled quotes. A zero byte is not text.
std::string_view FrameBuilder::clean(const Field& field) {
  std::string_view text = trimmed(field.text);
  if (text.find('\0') != std::string_view::npos)
    throw Error(Fault::data,
                fmt::format("{}: line {} holds a zero byte, so this is not text; save it as CSV in UTF-8",
                            frame_.source, line_));
  if (!field.quoted || text.find('"') == std::string_view::npos) return text;
  scratch_ = Field{text, true}.string();
  return scratch_;
}

double FrameBuilder::read_slowly(std::size_t slot, const Field& field) {
  if (modes_[slot] == Mode::again) return missing;
  const std::string_view text = clean(field);
  if (missing_words_(text)) return missing;
  switch (modes_[slot]) {
    case Mode::words:
      return static_cast<double>(words_[slot].code(text));
    case Mode::styled:
      if (const auto value = read_styled(text, believed_[slot].style)) return *value;
      return fail(slot);
    case Mode::date:
      if (const auto moment = read_date(text, believed_[slot].form)) {
        frame_.columns[slot].time |= moment->time;
        return moment->days;
      }
      return fail(slot);
    default:
      return fail(slot);
  }
}

double FrameBuilder::read(Index slot, double value) {
  if (modes_[static_cast<std::size_t>(slot)] == Mode::plain && std::isfinite(value)) return value;
  const std::string text = fmt::format("{}", value);
  return read(slot, Field{text, false});
}

double FrameBuilder::fail(std::size_t slot) {
  modes_[slot] = Mode::again;
  return missing;
}

bool FrameBuilder::wants_second_reading() {
  const auto rest = rows_ > head_rows ? rows_ - head_rows : 0;
  const auto d = static_cast<Index>(width_);
  charge(head_.size() * sizeof(double));
  if (rest == 0) {
    frame_.cells = Eigen::Map<const Matrix>(head_.data(), rows_, d);
  } else {
    frame_.cells = store_.finish(rows_, d, head_);
  }
  head_ = {};
  head_room_ = Held();
  return std::find(modes_.begin(), modes_.end(), Mode::again) != modes_.end();
}

void FrameBuilder::read_again(Index row, Index slot, const Field& field) {
  const std::string_view text = clean(field);
  const auto s = static_cast<std::size_t>(slot);
  frame_.cells(row, slot) = missing_words_(text) ? missing : static_cast<double>(words_[s].code(text));
}

std::vector<Index> FrameBuilder::counts(std::size_t slot, const double* cells, Index rows) const {
  std::vector<Index> count(static_cast<std::size_t>(words_[slot].words().size()));
  for (Index i = 0; i < rows; ++i)
    if (const double cell = cells[static_cast<std::size_t>(i) * width_ + slot]; !std::isnan(cell))
      ++count[static_cast<std::size_t>(cell)];
  return count;
}

// Columns judge each other once: where some have decimal commas, points in others stand between thousands.
std::vector<Settled> FrameBuilder::settle_all(const double* cells, Index rows) const {
  std::vector<Settled> all(width_);
  Surroundings around = around_;
  for (int round = 0; round < 2; ++round) {
    for (std::size_t slot = 0; slot < width_; ++slot) {
      if (modes_[slot] != Mode::words) continue;
      const auto& words = words_[slot].words();
      const bool first = plan_.first[slot];
      all[slot] = settle(words, counts(slot, cells, rows), frame_.columns[slot], first, around);
    }
    around.decimal_commas = std::any_of(all.begin(), all.end(), [](const Settled& s) {
      return s.holds == Holds::numbers && s.style.decimal == ',' && s.style.group == 0;
    });
    if (!around.decimal_commas) break;
  }
  return all;
}

void FrameBuilder::convert(std::size_t slot, const Settled& settled, double* cells, Index rows) const {
  for (Index i = 0; i < rows; ++i) {
    double& cell = cells[static_cast<std::size_t>(i) * width_ + slot];
    if (!std::isnan(cell)) cell = settled.values[static_cast<std::size_t>(cell)];
  }
}

void FrameBuilder::promote() {
  auto all = settle_all(head_.data(), head_rows);
  for (std::size_t slot = 0; slot < width_; ++slot) {
    const Settled& settled = all[slot];
    if (settled.holds == Holds::words || !settled.problem.empty() || settled.values.empty()) continue;
    convert(slot, settled, head_.data(), head_rows);
    words_[slot] = Interner();
    frame_.columns[slot].time = settled.time;
    modes_[slot] = settled.holds == Holds::dates ? Mode::date
                   : settled.style.plain()       ? Mode::plain
                                                 : Mode::styled;
    believed_[slot] = std::move(all[slot]);
    believed_[slot].values = {};
  }
}

// Latin-1 shows itself by what is not UTF-8; then all words of the file are.
void FrameBuilder::take_words() {
  bool utf8 = true;
  for (std::size_t slot = 0; slot < width_ && utf8; ++slot)
    utf8 =
        is_utf8(words_[slot].words()) && first_bad_byte(frame_.columns[slot].name) == std::string_view::npos;
  if (utf8) return;
  frame_.notes.emplace_back("the text is not UTF-8 and was read as Latin-1");
  for (std::size_t slot = 0; slot < width_; ++slot) {
    frame_.columns[slot].name = from_latin1(frame_.columns[slot].name);
    const Words text = recoded(words_[slot].take());
    for (Index w = 0; w < text.size(); ++w) words_[slot].code(text[w]);
  }
}

void FrameBuilder::describe_reading(std::size_t slot, const Settled& settled) {
  auto& column = frame_.columns[slot];
  column.holds = settled.holds;
  if (settled.holds == Holds::numbers) {
    column.decimal = settled.style.decimal;
    column.unit = settled.style.sign;
  } else if (settled.holds == Holds::dates) {
    column.time |= settled.time;
    if (settled.form == DateForm::day_first) column.order = DateOrder::day_first;
    if (settled.form == DateForm::month_first) column.order = DateOrder::month_first;
  }
}

BadCell FrameBuilder::bad_cell(Index row, const std::string& value) const {
  return {frame_.place(row), shortened(value)};
}

void FrameBuilder::find_problem(std::size_t slot, const Settled& settled, const double* codes) {
  auto& column = frame_.columns[slot];
  if (settled.problem.empty()) return;
  column.problem = ColumnProblem{column.name, settled.problem, {}, settled.remedy};
  for (Index i = 0; i < rows_ && column.problem->cells.size() < 3; ++i) {
    const double cell = codes[static_cast<std::size_t>(i) * width_ + slot];
    if (!std::isnan(cell) && settled.bad[static_cast<std::size_t>(cell)])
      column.problem->cells.push_back(
          bad_cell(i, std::string(words_[slot].words()[static_cast<Index>(cell)])));
  }
}

Frame FrameBuilder::finish() {
  for (auto& mode : modes_)
    if (mode == Mode::again) mode = Mode::words;
  take_words();
  auto all = settle_all(frame_.cells.data(), rows_);
  for (std::size_t slot = 0; slot < width_; ++slot) {
    const bool worded = modes_[slot] == Mode::words;
    const Settled& settled = worded ? all[slot] : believed_[slot];
    describe_reading(slot, settled);
    if (!worded) continue;
    find_problem(slot, settled, frame_.cells.data());
    if (settled.holds == Holds::words) {
      frame_.columns[slot].words = words_[slot].take();
      continue;
    }
    if (!settled.values.empty()) convert(slot, settled, frame_.cells.data(), rows_);
    words_[slot] = Interner();
  }
  check_truth();
  check_weights();
  return std::move(frame_);
}

void FrameBuilder::check_truth() {
  if (frame_.truth == Frame::none) return;
  auto& column = frame_.columns[static_cast<std::size_t>(frame_.truth)];
  const Index unknown = frame_.cells.col(frame_.truth).array().isNaN().count();
  if (unknown == 0) return;
  column.problem =
      ColumnProblem{column.name,
                    fmt::format("the class of {} row{} is missing", unknown, unknown == 1 ? "" : "s"),
                    {},
                    "fill it in, or do not compare with it"};
  for (Index i = 0; i < rows_ && column.problem->cells.size() < 3; ++i)
    if (frame_.missing(i, frame_.truth)) column.problem->cells.push_back(bad_cell(i, ""));
}

void FrameBuilder::check_weights() {
  if (frame_.weights == Frame::none) return;
  auto& column = frame_.columns[static_cast<std::size_t>(frame_.weights)];
  if (column.problem) return;
  const auto good = [&](Index i) { return frame_.cells(i, frame_.weights) > 0; };
  Index bad = 0;
  ColumnProblem problem{column.name, "", {}, "give every row a weight above 0"};
  for (Index i = 0; i < rows_; ++i) {
    if (good(i)) continue;
    if (++bad <= 3) problem.cells.push_back(bad_cell(i, frame_.text(i, frame_.weights)));
  }
  problem.what = fmt::format("{} of {} weights {} not above 0", bad, rows_, bad == 1 ? "is" : "are");
  if (bad > 0) column.problem = std::move(problem);
}

}  // namespace mercer::io
