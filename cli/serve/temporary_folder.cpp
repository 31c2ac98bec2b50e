#include "serve/temporary_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "mercer/error.hpp"

namespace mercer::cli {
namespace fs = std::filesystem;
namespace {

std::string fresh_folder() {
  std::string name = (fs::temp_directory_path() / "mercer-serve-XXXXXX").string();
  if (!mkdtemp(name.data()))
    throw Error(Fault::cannot_write,
                fmt::format("a temporary folder can't be made: {}; set TMPDIR", std::strerror(errno)));
  return name;
}

// Reading ends when the last writer is gone: that is the program. Ctrl-C is for the program alone.
[[noreturn]] void keep(int end, const fs::path& folder) {
  setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(signal, SIG_IGN);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(standard);
  char byte = 0;
  while (::read(end, &byte, 1) < 0 && errno == EINTR) continue;
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  _exit(0);
}

}  // namespace

TemporaryFolder::TemporaryFolder() : path_(fresh_folder()) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw Error(Fault::failure, std::strerror(errno));
  keeper_ = fork();
  if (keeper_ == 0) {
    close(ends[1]);
    keep(ends[0], path_);
  }
  close(ends[0]);
  alive_ = ends[1];
  if (keeper_ < 0) throw Error(Fault::failure, std::strerror(errno));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  close(alive_);
  waitpid(keeper_, nullptr, 0);
}

}  // namespace mercer::cli
