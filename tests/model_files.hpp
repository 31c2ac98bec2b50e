// The model files of earlier versions, with new points for them: tests/golden/models/README.md.
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support.hpp"

namespace mercer::test {

using Json = nlohmann::json;

// One line of a list, and where its files are.
struct ModelFile {
  std::string version, path, input;
  Json entry;
  std::string name() const { return version + ": " + entry.at("command").get<std::string>(); }
  bool is_embedding() const { return entry.contains("coordinates"); }
  // The version could not read what it wrote.
  bool is_unreadable() const { return entry.contains("unreadable"); }
};

inline std::vector<std::filesystem::path> model_versions() {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(MERCER_TESTS "golden/models"))
    if (entry.is_directory()) found.push_back(entry.path());
  return found;
}

inline std::vector<ModelFile> model_files(const std::filesystem::path& version) {
  std::ifstream file(version / "models.json");
  const Json list = Json::parse(file, nullptr, false);
  std::vector<ModelFile> all;
  if (!list.is_array()) return all;
  for (const Json& entry : list)
    all.push_back({version.filename().string(),
                   (version / entry.at("name").get<std::string>()).string() + ".mercer",
                   (version / "inputs" / entry.at("input").get<std::string>()).string(), entry});
  return all;
}

inline std::vector<ModelFile> all_model_files() {
  std::vector<ModelFile> all;
  for (const auto& version : model_versions())
    for (ModelFile& file : model_files(version)) all.push_back(std::move(file));
  return all;
}

// New points in the form that the model was fitted on.
inline Data points_for(const Model& model, const std::string& path) {
  if (model.description)
    return compares_graphs(model.description->kernel) ? model.description->rows(read_graphs(path))
                                                      : model.description->rows(read_strings(path));
  if (model.vocabulary) return Data(model.vocabulary->vectors(read_documents(path)));
  return features(read_table(path));
}

}  // namespace mercer::test
