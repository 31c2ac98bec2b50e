#include "io/records.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/number.hpp"
#include "mercer/error.hpp"

namespace mercer::io {
namespace {

bool is_blank(std::string_view line) { return line.find_first_not_of(" \r") == std::string_view::npos; }

// Separators of a line that stand outside quotes.
Index count_outside_quotes(std::string_view line, char delimiter) {
  bool quoted = false;
  Index count = 0;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    count += !quoted && c == delimiter;
  }
  return count;
}

std::vector<std::string_view> first_lines(std::string_view text, std::size_t limit) {
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < limit) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos && !lines.empty()) break;  // may be cut off
    const auto line = text.substr(0, end);
    if (!is_blank(line) && line.front() != '#') lines.push_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

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
    const bool skip = is_blank(record) || record.front() == '#';
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
    split(record);
    if (blank && records_ > 0 && fields_.size() == 1)
      throw Error(Fault::data, fmt::format("{}: the line before line {} is blank; remove it or fill it in",
                                           input_.name(), line_));
    ++records_;
    return true;
  }
}

std::size_t Records::end_of_line() {
  std::size_t from = 0;
  for (;;) {
    const auto end = input_.window().find('\n', from);
    if (end != std::string_view::npos) return end;
    from = input_.window().size();
    if (!input_.more()) return from;
  }
}

// A quote opens only at the start of a field, and a newline ends the record only outside quotes.
std::size_t Records::end_of_quoted_record() {
  bool starts = true, quoted = false, closed = false;
  for (std::size_t at = 0;; ++at) {
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

char sniff_delimiter(std::string_view text) {
  const auto lines = first_lines(text, 10);
  if (lines.empty()) return ',';
  const auto cuts_evenly = [&](char delimiter) {
    const Index count = count_outside_quotes(lines.front(), delimiter);
    return count > 0 && std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
             return count_outside_quotes(line, delimiter) == count;
           });
  };
  for (const char delimiter : {'\t', ';', ','})
    if (cuts_evenly(delimiter)) return delimiter;
  // Ragged, or quotes span lines: the most frequent of the first line.
  char best = ',';
  for (const char delimiter : {';', '\t'})
    if (count_outside_quotes(lines.front(), delimiter) > count_outside_quotes(lines.front(), best))
      best = delimiter;
  return best;
}

}  // namespace mercer::io
