#include "io/foreign.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "io/missing.hpp"
#include "mercer/error.hpp"

extern char** environ;

namespace mercer::io {
namespace {

struct ForeignFormat {
  std::string_view ending, name, library;
};
constexpr std::array<ForeignFormat, 5> foreign_formats = {{{".parquet", "Parquet", "pyarrow"},
                                                           {".feather", "Feather", "pyarrow"},
                                                           {".arrow", "Arrow", "pyarrow"},
                                                           {".xlsx", "Excel", "openpyxl"},
                                                           {".xlsm", "Excel", "openpyxl"}}};

const ForeignFormat* foreign_format(const std::string& path) {
  const std::string small = lowered(path);
  for (const ForeignFormat& format : foreign_formats)
    if (small.ends_with(format.ending)) return &format;
  return nullptr;
}

using TemporaryFile = std::shared_ptr<std::FILE>;

TemporaryFile temporary_file() {
  TemporaryFile file(std::tmpfile(), [](std::FILE* opened) {
    if (opened) std::fclose(opened);
  });
  if (!file) throw Error(Fault::io, "can't make a temporary file; is the disk full?");
  return file;
}

std::string words_in(const TemporaryFile& file) {
  std::rewind(file.get());
  std::string text(4096, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

// `reader path`, with its output and errors in these files; its exit code, 127 where it can't be started.
int run_reader(std::string reader, std::string path, const TemporaryFile& output,
               const TemporaryFile& errors) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(output.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(errors.get()), STDERR_FILENO);
  std::array<char*, 3> words = {reader.data(), path.data(), nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, reader.c_str(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return 127;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

bool is_foreign(const std::string& path) { return foreign_format(path) != nullptr; }

TemporaryFile converted(const std::string& path) {
  if (access(path.c_str(), R_OK) != 0)
    throw Error(Fault::no_input, "can't open " + path + ": " + std::strerror(errno) + "; check the path");
  const char* named = std::getenv("MERCER_READER");
  const TemporaryFile output = temporary_file(), errors = temporary_file();
  const int code = run_reader(named && *named ? named : "mercer-table", path, output, errors);
  const ForeignFormat& format = *foreign_format(path);
  if (code == 127)
    throw Error(Fault::data,
                fmt::format("{} is in {} format, which is read through Python: pip install mercer "
                            "{}; or save the table as CSV",
                            path, format.name, format.library));
  if (code != 0) {
    const std::string said = words_in(errors);
    throw Error(Fault::data,
                said.empty() ? fmt::format("{} is not a readable {} file", path, format.name) : said);
  }
  std::rewind(output.get());
  return output;
}

}  // namespace mercer::io
