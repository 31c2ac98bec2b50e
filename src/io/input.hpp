// Bytes of a file or of standard input, unpacked when they are gzipped, a big chunk at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace mercer::io {

class Input {
 public:
  // "-" is standard input. A file that can't be opened is an Error(no_input).
  explicit Input(const std::string& path);

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
  std::size_t read_chunk(char* to, std::size_t bytes);

  std::string name_;
  std::unique_ptr<void, Close> file_;
  std::string buffer_;
  std::size_t consumed_ = 0;
};

}  // namespace mercer::io
