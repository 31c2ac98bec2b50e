// The files that a person works with: uploaded, an example, or the one named on the command line.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>

#include "summary.hpp"
#include "tables.hpp"

namespace mercer::cli {

constexpr std::uint64_t most_upload = std::uint64_t{2} << 30;  // bytes of a file
constexpr std::size_t most_datasets = 20;

struct Dataset {
  int id = 0;
  std::string name;  // as the person knows it; never a path that is opened
  std::filesystem::path path;
  std::uintmax_t bytes = 0;
  bool ours = false;                   // a copy, to be removed with the entry
  std::shared_ptr<const Frame> frame;  // none: an array, documents, ...
  Json about;                          // columns and rows, for the page
};
using DatasetHandle = std::shared_ptr<const Dataset>;

// The name of a file without its folder, and without what a file system or a shell may take amiss.
std::string safe_name(const std::string& name);
// A message about a file, with the name that the person knows.
std::string known_by_name(std::string message, const Dataset& dataset);

class Datasets {
 public:
  explicit Datasets(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // A place for a new upload; nothing is known of it yet.
  std::filesystem::path place_for(const std::string& name);
  // Reads the file and describes it; an error if it can't be read.
  DatasetHandle add(const std::filesystem::path& path, const std::string& name, bool ours);
  DatasetHandle add_example(const std::string& name);
  void remove(int id);
  DatasetHandle get(int id) const;  // an error if there is none
  Json list() const;

 private:
  std::filesystem::path folder_;
  mutable std::mutex guard_;
  std::map<int, DatasetHandle> all_;
  int last_ = 0;
};

// What can be had without a file: sets that come with mercer, and artificial ones.
Json examples_json();

// The columns as the options (kinds, truth, id, columns left out) make them.
Json columns_json(const Dataset& dataset, const Json& options);
// Cells of some rows, as a person reads them.
Json rows_json(const Dataset& dataset, const Json& rows);
// One column: its numbers, or codes and the words that they stand for.
Json column_json(const Dataset& dataset, Index column);

}  // namespace mercer::cli
