// Delimited text, a record at a time: quotes, embedded separators and newlines, CRLF, comments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/input.hpp"
#include "mercer/types.hpp"

namespace mercer::io {

// A field of the current record: a view into the input, without its outer quotes.
struct Field {
  std::string_view text;
  bool quoted = false;
  // The text itself: blanks around an unquoted field removed, doubled quotes undone.
  std::string string() const;
};

class Records {
 public:
  Records(Input& input, char delimiter, Index first_line = 1)
      : input_(input), delimiter_(delimiter), next_line_(first_line) {}

  // Moves to the next record, past blank lines and comments; false at the end. A blank line between the
  // records of a one-column file is an Error: a value may be missing there.
  bool next();
  // Valid until the next call of `next`.
  const std::vector<Field>& fields() const { return fields_; }
  // The record as it stands in the text, without its newline.
  std::string_view text() const { return text_; }
  // Where the record starts, from 1.
  Index line() const { return line_; }
  // From here on a line that starts with # is a record, and no comment, if it has that many fields.
  void expect_width(std::size_t width) { width_ = width; }

 private:
  std::size_t end_of_line();
  std::size_t end_of_quoted_record();
  bool is_comment(std::string_view line);
  void check_length(std::size_t size) const;
  void split(std::string_view record);
  std::string_view take_quoted(std::string_view& rest) const;

  Input& input_;
  char delimiter_;
  std::vector<Field> fields_;
  Held room_;  // of the fields
  std::string_view text_;
  std::size_t size_ = 0;  // bytes of the current record with its newline, consumed by the next call
  Index line_ = 0;
  Index next_line_;
  Index records_ = 0;
  std::size_t width_ = 0;
};

// Comma, semicolon, tab or bar: the one that cuts the largest share of the first 100 records into equally
// many fields, and into more than one.
char sniff_delimiter(std::string_view text);

}  // namespace mercer::io
