// Writing: whole files, or none.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>

#include "mercer/communicator.hpp"
#include "mercer/error.hpp"
#include "mercer/io.hpp"

namespace mercer {
namespace {

[[noreturn]] void cannot_write(const std::string& path) {
  throw Error(Fault::cannot_write,
              "can't write " + path + ": " + std::strerror(errno) + "; check the folder and its permissions");
}
[[noreturn]] void broke_off(const std::string& path) {
  throw Error(Fault::io,
              "writing " + path + " was cut short: " + std::strerror(errno) + "; make room and try again");
}

// A descriptor that closes, and a file that goes away again unless it was finished.
class Unfinished {
 public:
  // What is there already, a device or a pipe.
  explicit Unfinished(const std::string& path) : descriptor_(open(path.c_str(), O_WRONLY | O_CLOEXEC)) {}
  // A new file of this name. Where the system can, it has none until it is whole: a process that is killed
  // leaves nothing.
  Unfinished(const std::string& folder, const std::string& name) : path_(name) {
#ifdef O_TMPFILE
    if (access("/proc/self/fd", X_OK) == 0)  // by which it gets its name
      descriptor_ = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    nameless_ = descriptor_ >= 0;
#endif
    if (!nameless_) descriptor_ = open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    named_ = descriptor_ >= 0 && !nameless_;
  }
  ~Unfinished() {
    if (descriptor_ >= 0) close(descriptor_);
    if (named_) unlink(path_.c_str());
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  bool write(const std::string& bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t count = ::write(descriptor_, bytes.data() + done, bytes.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return false;
      done += static_cast<std::size_t>(count);
    }
    return nameless_ || close_now();
  }
  // What there is under this name is replaced.
  bool rename_to(const std::string& target) {
    if (nameless_) {
      if (link_as(target)) return close_now();
      named_ = errno == EEXIST && link_as(path_);
      if (!named_ || !close_now()) return false;
    }
    if (std::rename(path_.c_str(), target.c_str()) != 0) return false;
    named_ = false;
    return true;
  }

 private:
  bool close_now() {
    const int closed = close(descriptor_);
    descriptor_ = -1;
    return closed == 0;
  }
  bool link_as(const std::string& name) const {
    const std::string self = fmt::format("/proc/self/fd/{}", descriptor_);
    return linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  }

  std::string path_;
  int descriptor_ = -1;
  bool nameless_ = false, named_ = false;
};

void write_standard_output(const std::string& bytes) {
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
  if (!written || std::fflush(stdout) != 0) broke_off("standard output");
}

// A device or a pipe can't be replaced: it is written to directly.
void write_device(const std::string& path, const std::string& bytes) {
  Unfinished device(path);
  if (!device.is_open()) cannot_write(path);
  if (!device.write(bytes)) broke_off(path);
}

// The file behind a symbolic link, so that the link stays one.
std::string behind_links(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> resolved(realpath(path.c_str(), nullptr), std::free);
  return resolved ? resolved.get() : path;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// A name beside the target that no other writer uses.
std::string free_name(const std::string& target) {
  static std::atomic<unsigned> counter{0};
  for (;;) {
    std::string name = fmt::format("{}.{}-{}.tmp", target, getpid(), counter++);
    if (access(name.c_str(), F_OK) != 0) return name;
  }
}

std::string quoted_name(const std::string& name) {
  const bool plain = !name.empty() && name.find_first_of(",;\t\"\r\n") == std::string::npos &&
                     name.front() != '#' && name.front() != ' ' && name.back() != ' ';
  if (plain) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string csv_bytes(const Matrix& matrix, const std::vector<std::string>& names) {
  fmt::memory_buffer text;
  for (std::size_t j = 0; j < names.size(); ++j)
    fmt::format_to(std::back_inserter(text), "{}{}", quoted_name(names[j]),
                   j + 1 < names.size() ? ',' : '\n');
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j < matrix.cols(); ++j)
      fmt::format_to(std::back_inserter(text), "{}{}", matrix(i, j), j + 1 < matrix.cols() ? ',' : '\n');
  return fmt::to_string(text);
}

// Matrix Market: column after column, as the format has it.
std::string array_bytes(const Matrix& matrix) {
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "%%MatrixMarket matrix array real general\n{} {}\n", matrix.rows(),
                 matrix.cols());
  for (Index j = 0; j < matrix.cols(); ++j)
    for (Index i = 0; i < matrix.rows(); ++i) fmt::format_to(std::back_inserter(text), "{}\n", matrix(i, j));
  return fmt::to_string(text);
}

}  // namespace

// Of several ranks the first one writes.
void write_file(const std::string& path, const std::string& bytes) {
  if (own_rank() > 0) return;
  if (path == "-") return write_standard_output(bytes);
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    cannot_write(path);
  }
  if (exists && !S_ISREG(status.st_mode)) return write_device(path, bytes);
  if (exists && access(path.c_str(), W_OK) != 0) cannot_write(path);

  const std::string target = behind_links(path);
  Unfinished file(folder_of(target), free_name(target));
  if (!file.is_open()) cannot_write(path);
  if (exists && fchmod(file.descriptor(), status.st_mode & 07777) != 0) cannot_write(path);
  if (!file.write(bytes)) broke_off(path);
  if (!file.rename_to(target)) cannot_write(path);
}

void write_labels(const std::string& path, const Labels& labels) {
  std::string text = "label\n";
  for (const int label : labels) text += fmt::format("{}\n", label);
  write_file(path, text);
}

void write_npy(const std::string& path, const Matrix& matrix) {
  std::string header = fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}",
                                   matrix.rows(), matrix.cols());
  // Magic, version and length take 10 bytes; the values start at a multiple of 64.
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string bytes = std::string("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  bytes += header;
  bytes.append(reinterpret_cast<const char*>(matrix.data()),
               static_cast<std::size_t>(matrix.size()) * sizeof(double));
  write_file(path, bytes);
}

void write_sparse(const std::string& path, const SparseMatrix& matrix, bool symmetric) {
  fmt::memory_buffer text;
  Index entries = 0;
  for (Index i = 0; i < matrix.rows(); ++i)
    for (SparseMatrix::InnerIterator it(matrix, i); it && (!symmetric || it.col() <= i); ++it, ++entries)
      fmt::format_to(std::back_inserter(text), "{} {} {}\n", i + 1, it.col() + 1, it.value());
  write_file(path, fmt::format("%%MatrixMarket matrix coordinate real {}\n{} {} {}\n",
                               symmetric ? "symmetric" : "general", matrix.rows(), matrix.cols(), entries) +
                       fmt::to_string(text));
}

void write_matrix(const std::string& path, const Matrix& matrix, const std::vector<std::string>& names) {
  if (path.ends_with(".npy")) return write_npy(path, matrix);
  if (path.ends_with(".mtx")) return write_file(path, array_bytes(matrix));
  if (!names.empty() && static_cast<Index>(names.size()) != matrix.cols())
    throw Error(Fault::usage, fmt::format("{} names for {} columns; give one name per column", names.size(),
                                          matrix.cols()));
  write_file(path, csv_bytes(matrix, names));
}

}  // namespace mercer
