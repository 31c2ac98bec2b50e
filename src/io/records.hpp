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
  Records(Input& input, char delimiter) : input_(input), delimiter_(delimiter) {}

  // Moves to the next record, past blank lines and comments; false at the end. A blank line between the
  // records of a one-column file is an Error: a value may be missing there.
  bool next();
  // Valid until the next call of `next`.
  const std::vector<Field>& fields() const { return fields_; }
  // Where the record starts, from 1.
  Index line() const { return line_; }

 private:
  std::size_t end_of_line();
  std::size_t end_of_quoted_record();
  void split(std::string_view record);
  std::string_view take_quoted(std::string_view& rest) const;

  Input& input_;
  char delimiter_;
  std::vector<Field> fields_;
  std::size_t size_ = 0;  // bytes of the current record with its newline, consumed by the next call
  Index line_ = 0;
  Index next_line_ = 1;
  Index records_ = 0;
};

// Comma, semicolon or tab: the one that cuts the first lines of the text into equally many fields.
char sniff_delimiter(std::string_view text);

}  // namespace mercer::io
