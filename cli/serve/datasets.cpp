#include "serve/datasets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "generate.hpp"
#include "mercer/describe.hpp"
#include "mercer/generate.hpp"
#include "mercer/reading.hpp"
#include "mercer/reproduce.hpp"

namespace mercer::cli {
namespace fs = std::filesystem;
namespace {

struct NamedSet {
  std::string_view name, file, about;
};
constexpr std::array<NamedSet, 4> named_sets = {
    {{"iris", "iris.csv", "150 flowers of three species, four lengths"},
     {"wine", "wine.csv", "178 wines of three growers, 13 measurements"},
     {"glass", "glass.csv", "214 pieces of glass of six kinds"},
     {"wisconsin", "wisconsin_original_699_missing.csv", "699 tumours, with missing cells"}}};

// The columns of an array, which has no kinds.
Json array_json(const Table& table) {
  const auto [rows, columns] =
      std::visit([](const auto& x) { return std::pair<Index, Index>(x.rows(), x.cols()); }, table.features);
  return {{"rows", rows}, {"columns", Json::array()}, {"dimensions", columns}, {"format", table.format}};
}

// The columns that are likely to hold known classes: the page does not begin with them as features.
Json like_classes(const Dataset& dataset) {
  Json names = Json::array();
  if (dataset.frame)
    for (const Column& column : dataset.frame->columns)
      if (named_like_class(column.name)) names.push_back(column.name);
  return names;
}

}  // namespace

std::string safe_name(const std::string& name) {
  std::string safe = name.substr(name.find_last_of("/\\") + 1);
  for (char& c : safe)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-' && c != '_') c = '_';
  constexpr std::size_t longest = 100;
  if (safe.size() > longest) safe.erase(0, safe.size() - longest);  // the ending says what it is
  while (safe.starts_with('.') || safe.starts_with('-')) safe.erase(0, 1);
  return safe.empty() ? "data.csv" : safe;
}

std::string shown_name(const std::string& name) {
  std::string shown = name.substr(name.find_last_of("/\\") + 1);
  std::erase_if(shown, [](unsigned char c) { return std::iscntrl(c); });
  while (shown.starts_with('.') || shown.starts_with('-')) shown.erase(0, 1);
  constexpr std::size_t longest = 200;
  return shown.empty() || shown.size() > longest ? safe_name(name) : shown;
}

std::string known_by_name(std::string message, const Dataset& dataset) {
  const std::string path = dataset.path.string();
  for (std::size_t at = message.find(path); at != message.npos;
       at = message.find(path, at + dataset.name.size()))
    message.replace(at, path.size(), dataset.name);
  return message;
}

Datasets::Place Datasets::place_for(const std::string& name) {
  const std::lock_guard lock(guard_);
  if (const std::size_t files = all_.size() + coming_; files >= most_datasets)
    throw Error(Fault::usage, fmt::format("there are {} files already; remove one", files));
  const fs::path folder = folder_ / std::to_string(++last_);
  fs::create_directories(folder);
  ++coming_;
  return {*this, folder / safe_name(name)};
}

Datasets::Place::~Place() {
  if (!of_) return;
  {
    const std::lock_guard lock(of_->guard_);
    --of_->coming_;
  }
  std::error_code ignored;
  if (!kept_) fs::remove_all(file_.parent_path(), ignored);
}

DatasetHandle Datasets::Place::keep(const std::string& name, const std::string& in_commands,
                                    const std::string& made_by) {
  const DatasetHandle made = of_->add(file_, name, true, in_commands, made_by);
  kept_ = true;
  return made;
}

DatasetHandle Datasets::add(const fs::path& path, const std::string& name, bool ours,
                            const std::string& in_commands, const std::string& made_by) {
  const ReadingBudget budget(reading_bytes(memory_));
  auto dataset = std::make_shared<Dataset>();
  dataset->memory = memory_;
  dataset->name = name;
  dataset->in_commands = in_commands.empty() ? name : in_commands;
  dataset->made_by = made_by;
  dataset->path = path;
  dataset->ours = ours;
  std::error_code none;
  dataset->bytes = fs::file_size(path, none);
  if (is_document_source(path.string())) {
    dataset->about = {{"columns", Json::array()}, {"format", "documents"}};
  } else {
    try {
      auto read = mercer::read_any(path.string());
      if (auto* table = std::get_if<Table>(&read))
        dataset->about = array_json(*table);
      else
        dataset->frame = std::make_shared<const Frame>(std::move(std::get<Frame>(read)));
    } catch (const Error& error) {
      throw Error(error.fault(), known_by_name(error.what(), *dataset));
    }
  }
  if (dataset->frame) dataset->about = columns_json(*dataset, Json::object());
  const std::lock_guard lock(guard_);
  dataset->id = ++last_;
  return all_[dataset->id] = dataset;
}

DatasetHandle Datasets::add_example(const std::string& name) {
  for (const NamedSet& set : named_sets)
    if (set.name == name) {
      const std::string folder = data_folder();
      if (folder.empty()) throw Error(Fault::no_input, "the data sets that come with mercer were not found");
      const fs::path path = fs::path(folder) / set.file;
      return add(path, std::string(set.file), false, path.string());
    }
  const std::string file = name + ".csv";
  Place place = place_for(file);
  write_file(place.file().string(), generated_csv(generate(name)));
  return place.keep(file, file, fmt::format("mercer generate {} -o {}", name, file));
}

void Datasets::remove(int id) {
  const DatasetHandle dataset = get(id);
  const std::lock_guard lock(guard_);
  all_.erase(id);
  std::error_code ignored;
  if (dataset->ours) fs::remove_all(dataset->path.parent_path(), ignored);
}

DatasetHandle Datasets::get(int id) const {
  const std::lock_guard lock(guard_);
  const auto found = all_.find(id);
  if (found == all_.end()) throw Error(Fault::no_input, fmt::format("file {} has been removed", id));
  return found->second;
}

Json Datasets::list() const {
  const std::lock_guard lock(guard_);
  Json list = Json::array();
  for (const auto& [id, dataset] : all_)
    list.push_back({{"id", id},
                    {"name", dataset->name},
                    {"bytes", dataset->bytes},
                    {"rows", dataset->about.value("rows", 0)},
                    {"classes", like_classes(*dataset)}});
  return list;
}

Json examples_json() {
  Json list = Json::array();
  if (!data_folder().empty())
    for (const NamedSet& set : named_sets) list.push_back({{"name", set.name}, {"about", set.about}});
  for (const auto& [name, about] : shapes()) list.push_back({{"name", name}, {"about", about}});
  return list;
}

}  // namespace mercer::cli
