// The files that a person works with: uploaded, an example, or the one named on the command line.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "summary.hpp"
#include "tables.hpp"

namespace mercer::cli {

constexpr std::uint64_t most_upload = std::uint64_t{2} << 30;  // bytes of a file
constexpr std::size_t most_datasets = 20;

struct Dataset {
  int id = 0;
  std::string name;         // as the person knows it; never a path that is opened
  std::string in_commands;  // what a command line on this machine calls it
  std::string made_by;      // the command that makes it, where the person has no such file
  std::filesystem::path path;
  std::uintmax_t bytes = 0;
  std::uint64_t memory = 0;                        // that reading it may take; 0: what is free
  bool ours = false;                               // a copy, to be removed with the entry
  std::shared_ptr<const Frame> frame;              // none: an array, documents, ...
  Json about = Json::object();                     // columns and rows, for the page
  mutable std::pair<std::string, Json> described;  // the last answer of columns_json; one thread asks
};
using DatasetHandle = std::shared_ptr<const Dataset>;

// The name of a file without its folder, and without what a file system or a shell may take amiss.
std::string safe_name(const std::string& name);
// The same for people: what they called the file, whatever a file system takes amiss.
std::string shown_name(const std::string& name);
// A message about a file, with the name that the person knows.
std::string known_by_name(std::string message, const Dataset& dataset);

class Datasets {
 public:
  // `memory`: what reading a file may take, in bytes; 0: what is free.
  Datasets(std::filesystem::path folder, std::uint64_t memory)
      : folder_(std::move(folder)), memory_(memory) {}

  // A place for a new upload, which counts as a file from now on.
  class Place;
  Place place_for(const std::string& name);
  // Reads the file and describes it; an error if it can't be read.
  DatasetHandle add(const std::filesystem::path& path, const std::string& name, bool ours,
                    const std::string& in_commands = "", const std::string& made_by = "");
  DatasetHandle add_example(const std::string& name);
  void remove(int id);
  DatasetHandle get(int id) const;  // an error if there is none
  Json list() const;

 private:
  std::filesystem::path folder_;
  std::uint64_t memory_;
  mutable std::mutex guard_;
  std::map<int, DatasetHandle> all_;
  int last_ = 0;
  std::size_t coming_ = 0;  // uploads that are under way
};

// Where an upload goes. What has not become a dataset is removed with it.
class Datasets::Place {
 public:
  Place(Datasets& of, std::filesystem::path file) : of_(&of), file_(std::move(file)) {}
  Place(Place&& other) noexcept : of_(std::exchange(other.of_, nullptr)), file_(std::move(other.file_)) {}
  Place& operator=(Place&&) = delete;
  ~Place();
  const std::filesystem::path& file() const { return file_; }
  // The file is whole: it is read and described; an error if it can't be.
  DatasetHandle keep(const std::string& name, const std::string& in_commands = "",
                     const std::string& made_by = "");

 private:
  Datasets* of_;
  std::filesystem::path file_;
  bool kept_ = false;
};

// What can be had without a file: sets that come with mercer, and artificial ones.
Json examples_json();

// The columns as the options (kinds, truth, id, columns left out) make them.
Json columns_json(const Dataset& dataset, const Json& options);
// Cells of some rows, as a person reads them.
Json rows_json(const Dataset& dataset, const Json& rows);
// One column: its numbers, or codes and the words that they stand for; as a run has read it (`read`), where
// it has read it.
Json column_json(const Dataset& dataset, Index column, const Frame* read = nullptr);

}  // namespace mercer::cli
