// ARFF, the format of Weka: attributes with their types, then rows, dense or sparse.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "io/frame_rows.hpp"
#include "io/lines.hpp"
#include "io/readers.hpp"
#include "mercer/error.hpp"

namespace mercer::io {
namespace {

struct Attribute {
  std::string name;
  std::optional<Kind> kind;         // none: strings, which are judged by what they hold
  std::vector<std::string> values;  // of a nominal one
};

[[noreturn]] void damaged(const Input& input, Index line, const std::string& why) {
  throw Error(Fault::data,
              fmt::format("{}: line {}: {}; correct it or save the table as CSV", input.name(), line, why));
}

// A word, or a string in either quotes with backslashes undone, cut off the front.
std::string take_word(std::string_view& text, std::string_view ends, bool& quoted) {
  text = text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
  quoted = !text.empty() && (text.front() == '\'' || text.front() == '"');
  std::string word;
  if (!quoted) {
    const auto end = std::min(text.find_first_of(ends), text.size());
    word = trimmed(text.substr(0, end));
    text.remove_prefix(end);
    return word;
  }
  const char quote = text.front();
  text.remove_prefix(1);
  while (!text.empty() && text.front() != quote) {
    if (text.front() == '\\' && text.size() > 1) text.remove_prefix(1);
    word += text.front();
    text.remove_prefix(1);
  }
  if (text.empty()) throw std::out_of_range("quote");
  text.remove_prefix(1);
  text = text.substr(std::min(text.find_first_not_of(" \t\r"), text.size()));
  return word;
}

Attribute read_attribute(std::string_view text) {
  bool quoted = false;
  Attribute attribute;
  attribute.name = take_word(text, " \t", quoted);
  text = trimmed(text);
  if (text.starts_with('{')) {
    attribute.kind = Kind::category;
    text.remove_prefix(1);
    for (;;) {
      attribute.values.push_back(take_word(text, ",}", quoted));
      charge(attribute.values.back().size() + 2 * sizeof(std::string));
      if (text.empty()) throw std::out_of_range("brace");
      const bool last = text.front() == '}';
      text.remove_prefix(1);
      if (last) return attribute;
    }
  }
  const std::string type = lowered(text.substr(0, text.find_first_of(" \t")));
  if (type == "numeric" || type == "real" || type == "integer")
    attribute.kind = Kind::number;
  else if (type == "date")
    attribute.kind = Kind::date;
  else if (type != "string")
    throw std::invalid_argument(type);
  return attribute;
}

class ArffRows {
 public:
  explicit ArffRows(Input& input) : input_(input), lines_(input) { read_header(); }

  const std::vector<Attribute>& attributes() const { return attributes_; }
  bool next() {
    while (lines_.next()) {
      const std::string_view line = trimmed(lines_.text());
      if (line.empty() || line.front() == '%') continue;
      try {
        line.front() == '{' ? split_sparse(line.substr(1)) : split_dense(line);
      } catch (const std::out_of_range&) {
        damaged(input_, lines_.number(), "a quote or a brace is not closed");
      }
      check_nominal();
      return true;
    }
    return false;
  }
  Index line() const { return lines_.number(); }
  double read(FrameBuilder& builder, Index slot, std::size_t column) const {
    return builder.read(slot, Field{cells_[column], false});
  }
  void read_again(FrameBuilder& builder, Index row, Index slot, std::size_t column) const {
    builder.read_again(row, slot, Field{cells_[column], false});
  }

 private:
  void read_header() {
    while (lines_.next()) {
      std::string_view line = trimmed(lines_.text());
      if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
      if (line.empty() || line.front() == '%') continue;
      const std::string word = lowered(next_word(line));
      if (word == "@data") {
        if (attributes_.empty()) damaged(input_, lines_.number(), "there is no @attribute before @data");
        return;
      }
      if (word == "@relation") continue;
      if (word != "@attribute") damaged(input_, lines_.number(), fmt::format("'{}' is not valid ARFF", word));
      try {
        attributes_.push_back(read_attribute(line));
      } catch (const std::out_of_range&) {
        damaged(input_, lines_.number(), "a quote or a brace is not closed");
      } catch (const std::invalid_argument& type) {
        damaged(
            input_, lines_.number(),
            fmt::format("'{}' is not a type; use numeric, date, string or a list in braces", type.what()));
      }
    }
    if (attributes_.empty() || lines_.text().empty()) damaged(input_, lines_.number(), "there is no @data");
  }

  void split_dense(std::string_view line) {
    cells_.clear();
    bool quoted = false;
    for (;;) {
      if (cells_.size() == attributes_.size())
        damaged(input_, lines_.number(),
                fmt::format("there are more fields than the {} attributes", attributes_.size()));
      cells_.push_back(take_word(line, ",", quoted));
      if (line.empty()) break;
      if (line.front() != ',') damaged(input_, lines_.number(), "text follows a closing quote");
      line.remove_prefix(1);
    }
    if (cells_.size() != attributes_.size())
      damaged(input_, lines_.number(),
              fmt::format("there are {} fields but {} attributes", cells_.size(), attributes_.size()));
  }

  // {1 5.5, 3 north}: what is not listed is zero, or the first value of a nominal attribute.
  void split_sparse(std::string_view line) {
    cells_.assign(attributes_.size(), "0");
    for (std::size_t c = 0; c < attributes_.size(); ++c)
      if (!attributes_[c].values.empty()) cells_[c] = attributes_[c].values.front();
    bool quoted = false;
    for (line = trimmed(line); line != "}";) {
      std::int64_t column = -1;
      const std::string index = take_word(line, " \t}", quoted);
      if (!read_whole(index, column) || column < 0 || column >= static_cast<std::int64_t>(cells_.size()))
        damaged(input_, lines_.number(), fmt::format("there is no attribute {}", index));
      cells_[static_cast<std::size_t>(column)] = take_word(line, ",}", quoted);
      if (line.empty()) throw std::out_of_range("brace");
      if (line.front() != ',') continue;
      line.remove_prefix(1);
    }
  }

  void check_nominal() {
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      const auto& values = attributes_[c].values;
      if (values.empty() || cells_[c] == "?" || cells_[c].empty()) continue;
      if (std::find(values.begin(), values.end(), cells_[c]) == values.end())
        damaged(input_, lines_.number(),
                fmt::format("'{}' is not among the values of '{}'", cells_[c], attributes_[c].name));
    }
  }

  Input& input_;
  Lines lines_;
  std::vector<Attribute> attributes_;
  std::vector<std::string> cells_;
};

// Types of the file hold where the request says nothing else.
void obey(FramePlan& plan, const std::vector<Attribute>& attributes) {
  for (std::size_t c = 0; c < attributes.size(); ++c) {
    if (plan.slot[c] == Frame::none) continue;
    auto& column = plan.columns[static_cast<std::size_t>(plan.slot[c])];
    if (column.asked) continue;
    column.asked = attributes[c].kind;
    column.ordered = !attributes[c].values.empty();
    for (const auto& value : attributes[c].values) column.words.add(value);
  }
}

}  // namespace

bool is_arff(std::string_view start, std::string_view path) {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  if (path.ends_with(".arff")) return true;
  while (start.starts_with('%') || start.starts_with('\n') || start.starts_with('\r')) {
    const auto end = start.find('\n');
    if (end == std::string_view::npos) return false;
    start.remove_prefix(end + 1);
  }
  return equal_ignoring_case(start.substr(0, 9), "@relation");
}

Frame read_arff(Input& input, const FrameRequest& request) {
  ArffRows rows(input);
  std::vector<std::string> names;
  for (const auto& attribute : rows.attributes()) names.push_back(attribute.name);
  FramePlan plan = plan_frame(request, input.name(), std::move(names), true);
  obey(plan, rows.attributes());
  FrameBuilder builder(plan, request, ',', input.name());
  std::optional<Input> copy;
  Frame frame = read_rows(rows, builder, plan.slot, [&] {
    copy.emplace(input.again());
    return std::make_unique<ArffRows>(*copy);
  });
  if (frame.rows() == 0) throw Error(Fault::data, input.name() + " has no rows; add them below @data");
  frame.format = "arff";
  return frame;
}

}  // namespace mercer::io
