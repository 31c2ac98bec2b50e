// Files of every format. FUZZ_READER names the one that is read.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>

#include "mercer/edges.hpp"
#include "mercer/frame.hpp"
#include "mercer/io.hpp"
#include "mercer/recipe.hpp"
#include "target.hpp"

namespace mercer::fuzz {
namespace {

struct Reader {
  std::string ending;
  std::function<void(const std::string& path)> read;
};

// As `mercer fit` reads tables: types are found out, and columns become features.
void read_typed(const std::string& path) {
  auto any = read_any(path);
  if (const Frame* frame = std::get_if<Frame>(&any)) learn(*frame, RecipeOptions{});
}
void read_plain(const std::string& path) { read_table(path); }

const std::map<std::string, Reader>& readers() {
  static const std::map<std::string, Reader> all = {
      {"csv", {".csv", read_typed}},
      {"numbers", {".csv", read_plain}},
      {"gzip", {".csv.gz", read_typed}},
      {"npy", {".npy", read_plain}},
      {"libsvm", {".libsvm", read_plain}},
      {"mtx", {".mtx", read_plain}},
      {"arff", {".arff", read_typed}},
      {"sqlite", {".sqlite", read_typed}},
      {"documents", {".jsonl", [](const std::string& path) { read_documents(path); }}},
      {"graphs", {".jsonl", [](const std::string& path) { read_graphs(path); }}},
      {"edges", {".edges", [](const std::string& path) { read_edges(path); }}},
      {"strings", {".txt", [](const std::string& path) { read_strings(path); }}},
      {"labels", {".csv", [](const std::string& path) { read_labels(path); }}}};
  return all;
}

const Reader& chosen() {
  static const Reader& reader = [&]() -> const Reader& {
    const char* name = std::getenv("FUZZ_READER");
    const auto it = readers().find(name ? name : "");
    if (it != readers().end()) return it->second;
    std::string known;
    for (const auto& entry : readers()) known += " " + entry.first;
    std::fprintf(stderr, "FUZZ_READER must be one of:%s\n", known.c_str());
    std::exit(2);
  }();
  return reader;
}

// In memory where there is such a folder: every input is a file.
const std::string& file() {
  static const std::string path = [] {
    const std::string folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    return folder + "/mercer-fuzz-" + std::to_string(getpid()) + chosen().ending;
  }();
  [[maybe_unused]] static const int at_end = std::atexit([] { std::remove(file().c_str()); });
  return path;
}

}  // namespace
}  // namespace mercer::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace mercer::fuzz;
  std::ofstream(file(), std::ios::binary) << text_of(bytes, size);
  allow_refusal([] { chosen().read(file()); });
  return 0;
}
