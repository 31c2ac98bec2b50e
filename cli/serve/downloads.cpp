#include "serve/downloads.hpp"

#include <fstream>
#include <sstream>

namespace mercer::cli {
namespace fs = std::filesystem;
namespace {

// What `write` leaves in a file of that name.
template <class Write>
std::string written(const fs::path& folder, const std::string& name, const Write& write) {
  static std::atomic<int> last{0};
  const fs::path own = folder / fmt::format("download-{}", ++last);
  fs::create_directories(own);
  struct Removed {
    const fs::path& path;
    ~Removed() {
      std::error_code ignored;
      fs::remove_all(path, ignored);
    }
  } removed{own};
  const fs::path file = own / name;
  write(file.string());
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

}  // namespace

Download download_of(const Finished& finished, const std::string& what, const fs::path& folder) {
  const Result& result = finished.run.result;
  const Input& input = finished.reading->input;
  const std::string stem = fs::path(safe_name(finished.dataset->name)).stem().string();
  if (what == "labels.csv")
    return {stem + "-labels.csv", "text/csv", written(folder, what, [&](const std::string& path) {
              write_labels_of(path, result.labels, input);
            })};
  if (what == "table.csv")
    return {stem + "-clusters.csv", "text/csv", written(folder, what, [&](const std::string& path) {
              write_table(finished.arguments, result, input, path);
            })};
  if (what == "model.mercer") return {stem + ".mercer", "application/octet-stream", result.model.serialise()};
  if (what == "report.html")
    return {stem + ".html", "text/html", report_page(finished.arguments, input.data, finished.run, input)};
  throw Error(Fault::usage, fmt::format("there is no download '{}'", what));
}

}  // namespace mercer::cli
