#include "io/records.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/number.hpp"
#include "mercer/error.hpp"

namespace mercer::io {
namespace {

bool is_blank(std::string_view line) { return line.find_first_not_of(" \r") == std::string_view::npos; }

constexpr std::size_t longest_record = std::size_t{64} << 20;

}  // namespace

std::string Field::string() const {
  if (!quoted) return std::string(trimmed(text));
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    plain += text[i];
    if (text[i] == '"') ++i;  // a quote inside quotes is written twice
  }
  return plain;
}

bool Records::next() {
  bool blank = false;
  for (;;) {
    input_.consume(size_);
    std::size_t end = end_of_line();
    if (end == 0 && input_.window().empty()) {
      size_ = 0;
      return false;
    }
    std::string_view record = input_.window().substr(0, end);
    const bool skip = is_blank(record) || is_comment(record);
    if (!skip && record.find('"') != std::string_view::npos) {
      line_ = next_line_;
      end = end_of_quoted_record();
      record = input_.window().substr(0, end);
    }
    size_ = std::min(end + 1, input_.window().size());
    line_ = next_line_;
    next_line_ += 1 + std::count(record.begin(), record.end(), '\n');
    if (skip) {
      blank = blank || is_blank(record);
      continue;
    }
    if (!record.empty() && record.back() == '\r') record.remove_suffix(1);
    text_ = record;
    split(record);
    if (blank && records_ > 0 && fields_.size() == 1)
      throw Error(Fault::data, fmt::format("{}: the line before line {} is blank; remove it or fill it in",
                                           input_.name(), line_));
    ++records_;
    return true;
  }
}

// A table may have # in its first column; a comment hardly has as many fields as the table.
bool Records::is_comment(std::string_view line) {
  if (line.front() != '#') return false;
  if (width_ < 2 || line.find('"') != std::string_view::npos) return true;
  return static_cast<std::size_t>(std::count(line.begin(), line.end(), delimiter_)) + 1 != width_;
}

void Records::check_length(std::size_t size) const {
  if (size > longest_record)
    throw Error(Fault::data,
                fmt::format("{}: line {} is longer than 64 MB; close its quote, or end its lines by newlines",
                            input_.name(), next_line_));
}

std::size_t Records::end_of_line() {
  std::size_t from = 0;
  for (;;) {
    const auto end = input_.window().find('\n', from);
    if (end != std::string_view::npos) return end;
    from = input_.window().size();
    check_length(from);
    if (!input_.more()) return from;
  }
}

// A quote opens only at the start of a field, and a newline ends the record only outside quotes.
std::size_t Records::end_of_quoted_record() {
  bool starts = true, quoted = false, closed = false;
  for (std::size_t at = 0;; ++at) {
    if (at == input_.window().size()) check_length(at);
    if (at == input_.window().size() && !input_.more()) {
      if (!quoted) return at;
      throw Error(Fault::data,
                  fmt::format("{}: line {} opens a quote that never closes; add the missing '\"'",
                              input_.name(), line_));
    }
    const char c = input_.window()[at];
    if (quoted) {
      quoted = c != '"';
      closed = !quoted;
      continue;
    }
    if (c == '\n') return at;
    quoted = c == '"' && (starts || closed);
    closed = false;
    starts = c == delimiter_;
  }
}

void Records::split(std::string_view record) {
  fields_.clear();
  for (;;) {
    make_room(fields_, room_);
    if (!record.empty() && record.front() == '"') {
      fields_.push_back({take_quoted(record), true});
    } else {
      const auto end = std::min(record.find(delimiter_), record.size());
      fields_.push_back({record.substr(0, end), false});
      record.remove_prefix(end);
    }
    if (record.empty()) return;
    record.remove_prefix(1);  // the delimiter
  }
}

// The inside of the quoted field that `rest` starts with; `rest` is left at the delimiter or empty.
std::string_view Records::take_quoted(std::string_view& rest) const {
  std::size_t end = 1;
  while (end < rest.size() && (rest[end] != '"' || (end + 1 < rest.size() && rest[end + 1] == '"')))
    end += rest[end] == '"' ? 2 : 1;
  const std::string_view inside = rest.substr(1, end - 1);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  if (!rest.empty() && rest.front() != delimiter_)
    throw Error(Fault::data,
                fmt::format("{}: line {}, field {}: text follows the closing quote; write a quote inside "
                            "quotes twice",
                            input_.name(), line_, fields_.size() + 1));
  return inside;
}

}  // namespace mercer::io
