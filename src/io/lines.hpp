// Lines of text, and the words of a line.
#pragma once

#include <algorithm>

#include "io/input.hpp"
#include "mercer/types.hpp"

namespace mercer::io {

class Lines {
 public:
  explicit Lines(Input& input) : input_(input) {}

  // Moves to the next line; false at the end of the input.
  bool next() {
    if (number_ > 0) input_.consume(std::min(size_ + 1, input_.window().size()));
    size_ = 0;
    while ((size_ = input_.window().find('\n', size_)) == std::string_view::npos) {
      size_ = input_.window().size();
      if (!input_.more()) break;
    }
    ++number_;
    return !input_.window().empty();
  }
  // Without its newline; valid until the next call of `next`.
  std::string_view text() const { return input_.window().substr(0, size_); }
  Index number() const { return number_; }  // from 1

 private:
  Input& input_;
  std::size_t size_ = 0;  // of the current line, consumed by the next call
  Index number_ = 0;
};

// The next word of a line, cut off its front; empty at the end.
inline std::string_view next_word(std::string_view& line) {
  const auto begin = std::min(line.find_first_not_of(" \t\r"), line.size());
  line.remove_prefix(begin);
  const auto end = std::min(line.find_first_of(" \t\r"), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

}  // namespace mercer::io
