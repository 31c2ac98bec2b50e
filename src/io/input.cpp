#include "io/input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/ranks.hpp"
#include "io/foreign.hpp"
#include "mercer/error.hpp"

namespace mercer::io {
namespace {

constexpr std::size_t chunk = std::size_t{1} << 20, usual_window = 4 * chunk;

int open_input(const std::string& path) {
  if (Ranks().rank() > 0) return -1;
  if (path == "-") return dup(STDIN_FILENO);
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    close(descriptor);
    errno = EISDIR;
    return -1;
  }
  return descriptor;
}

// Of several ranks the first one reads, and sends what it read to the others.
bool reads_here() { return Ranks().rank() == 0; }

}  // namespace

void Input::Close::operator()(void* file) const { gzclose(static_cast<gzFile>(file)); }

// zlib recognises gzip by its magic bytes and hands everything else through unchanged.
Input::Input(const std::string& path)
    : Input(path == "-" ? "standard input" : path,
            reads_here() && is_foreign(path) ? converted(path) : nullptr, path) {}

Input::Input(std::string name, std::shared_ptr<std::FILE> copy, const std::string& path)
    : Input(std::move(name), copy ? dup(fileno(copy.get())) : open_input(path)) {
  path_ = path;
  converted_ = std::move(copy);
}

Input::Input(std::string name, int descriptor) : name_(std::move(name)) {
  if (Ranks().rank() > 0) return;
  if (descriptor < 0)
    throw Error(Fault::no_input, "can't open " + name_ + ": " + std::strerror(errno) + "; check the path");
  gzFile file = gzdopen(descriptor, "rb");
  if (!file) {
    close(descriptor);
    throw Error(Fault::no_input, "can't open " + name_ + ": out of memory");
  }
  gzbuffer(file, chunk / 4);
  file_.reset(file);
}

std::size_t Input::read_chunk(char* to, std::size_t bytes) {
  const Ranks ranks;
  if (ranks.alone()) return read_here(to, bytes);
  std::vector<char> read(ranks.rank() == 0 ? std::min(bytes, chunk) : 0);
  if (ranks.rank() == 0) read.resize(read_here(read.data(), read.size()));
  read = ranks.gather_list(read);
  std::copy(read.begin(), read.end(), to);
  return read.size();
}

std::size_t Input::read_here(char* to, std::size_t bytes) {
  const auto file = static_cast<gzFile>(file_.get());
  const int count = gzread(file, to, static_cast<unsigned>(std::min(bytes, chunk)));
  if (count > 0) return static_cast<std::size_t>(count);
  int code = Z_OK;
  const char* what = gzerror(file, &code);
  if (code == Z_ERRNO)
    throw Error(Fault::io, "reading " + name_ + " was cut short: " + std::strerror(errno) + "; try again");
  if (code == Z_BUF_ERROR) throw Error(Fault::data, name_ + " is a truncated gzip file; fetch it again");
  if (code < 0) throw Error(Fault::data, name_ + " is a damaged gzip file (" + what + "); fetch it again");
  return 0;
}

void Input::keep() {
  if (path_ != "-" || Ranks().rank() > 0) return;
  copy_.reset(std::tmpfile(), [](std::FILE* file) {
    if (file) std::fclose(file);
  });
  if (!copy_)
    throw Error(Fault::io, "can't keep standard input in a temporary file; give the table as a file");
}

Input Input::again() const {
  if (converted_) {
    std::rewind(converted_.get());
    return Input(name_, converted_, path_);
  }
  if (path_ != "-" || Ranks().rank() > 0) return Input(path_);
  if (std::fflush(copy_.get()) != 0 || std::fseek(copy_.get(), 0, SEEK_SET) != 0)
    throw Error(Fault::io, "can't read the copy of standard input; give the table as a file");
  return Input(name_, dup(fileno(copy_.get())));
}

// The chunk behind the first `kept` bytes of the buffer, as UTF-8 where it is UTF-16 (FF FE or FE FF first).
void Input::decode(std::size_t kept) {
  const std::string_view chunk_read = std::string_view(buffer_).substr(kept);
  if (!started_ && kept == 0 && (chunk_read.starts_with("\xFF\xFE") || chunk_read.starts_with("\xFE\xFF")))
    utf16_.emplace(chunk_read.front() == '\xFE');
  started_ = true;
  if (!utf16_) return;
  const std::string raw(chunk_read);
  buffer_.resize(kept);
  utf16_->decode(raw, buffer_);
}

// A window of few chunks is always allowed; a larger one holds a very long line.
void Input::widen(std::size_t bytes) {
  if (bytes <= buffer_.capacity()) return;
  const std::size_t room = std::max(bytes, 2 * buffer_.capacity());
  Held larger(room > usual_window ? room : 0);
  buffer_.reserve(room);
  held_ = std::move(larger);
}

bool Input::more() {
  buffer_.erase(0, consumed_);
  consumed_ = 0;
  const std::size_t kept = buffer_.size();
  widen(kept + chunk);
  buffer_.resize(kept + chunk);
  const std::size_t count = read_chunk(buffer_.data() + kept, chunk);
  buffer_.resize(kept + count);
  if (copy_ && std::fwrite(buffer_.data() + kept, 1, count, copy_.get()) != count)
    throw Error(Fault::io, "can't keep standard input in a temporary file; give the table as a file");
  decode(kept);
  return count > 0;
}

std::size_t Input::read(char* to, std::size_t bytes) {
  std::size_t done = std::min(bytes, window().size());
  std::memcpy(to, window().data(), done);
  consume(done);
  while (done < bytes) {
    const std::size_t count = read_chunk(to + done, bytes - done);
    if (count == 0) break;
    done += count;
  }
  return done;
}

}  // namespace mercer::io
