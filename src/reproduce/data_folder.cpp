// Where the data lie that come with mercer: nothing but the place of installation is compiled in.
#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>

#include "mercer/reproduce.hpp"

namespace mercer {
namespace {
namespace fs = std::filesystem;

bool holds_our_data(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "synthetic", ignored) && fs::is_directory(folder / "expected", ignored);
}

// An installed program or library lies in prefix/bin, prefix/lib or prefix/lib/machine; one that was just
// built up to two folders below the build's, which has a link to the data.
std::string data_near(const fs::path& file) {
  fs::path above = file.parent_path();
  for (int level = 0; level < 3 && !above.empty(); ++level, above = above.parent_path())
    for (const fs::path& folder : {above / "share" / "mercer" / "data", above / "data"})
      if (holds_our_data(folder)) return folder.string();
  return "";
}

fs::path this_program() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored);
}

// What this function is part of, where that is a library or a Python module.
fs::path this_library() {
  std::error_code ignored;
  Dl_info found{};
  if (dladdr(reinterpret_cast<void*>(&data_folder), &found) == 0 || found.dli_fname == nullptr) return {};
  const fs::path file = found.dli_fname;
  return file.is_absolute() ? fs::canonical(file, ignored) : fs::path();
}

}  // namespace

std::string data_folder() {
  if (const char* named = std::getenv("MERCER_DATA"); named != nullptr && *named != '\0') return named;
  for (const fs::path& file : {this_program(), this_library()})
    if (std::string folder = data_near(file); !folder.empty()) return folder;
  return holds_our_data(MERCER_DATA_FOLDER) ? MERCER_DATA_FOLDER : "";
}

}  // namespace mercer
