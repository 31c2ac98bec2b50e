// Bytes of a file or of standard input, unpacked when they are gzipped, a big chunk at a time. UTF-16 that
// starts with its mark becomes UTF-8.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "io/budget.hpp"
#include "io/encoding.hpp"

namespace mercer::io {

class Input {
 public:
  // "-" is standard input. A file that can't be opened is an Error(no_input).
  explicit Input(const std::string& path);

  // From here on, what is read can be read again: `again` gives a new input at the first byte. Standard input
  // goes into a temporary file for that.
  void keep();
  Input again() const;

  // How messages call it: the path, or "standard input".
  const std::string& name() const { return name_; }
  // What has been read and not yet consumed.
  std::string_view window() const { return std::string_view(buffer_).substr(consumed_); }
  // Widens the window by a chunk; false at the end of the input. Views into the old window become invalid.
  bool more();
  void consume(std::size_t bytes) { consumed_ += bytes; }
  // Fills `to` and consumes; returns how many bytes there were, fewer only at the end of the input.
  std::size_t read(char* to, std::size_t bytes);

 private:
  struct Close {
    void operator()(void* file) const;
  };
  Input(std::string name, int descriptor);
  Input(std::string name, std::shared_ptr<std::FILE> copy, const std::string& path);
  std::size_t read_chunk(char* to, std::size_t bytes);
  std::size_t read_here(char* to, std::size_t bytes);
  void decode(std::size_t kept);

  std::string path_;
  std::string name_;
  std::shared_ptr<std::FILE> copy_;       // of standard input
  std::shared_ptr<std::FILE> converted_;  // of a file that is read through Python
  bool started_ = false;
  std::optional<Utf16> utf16_;
  std::unique_ptr<void, Close> file_;
  void widen(std::size_t bytes);

  std::string buffer_;
  Held held_;  // by a window that is larger than usual
  std::size_t consumed_ = 0;
};

}  // namespace mercer::io
