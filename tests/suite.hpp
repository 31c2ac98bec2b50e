// The public benchmark sets of the suite: points, and reference labellings of which the best counts.
#pragma once

#include <filesystem>

#include "mercer/mercer.hpp"

namespace mercer::test {

struct SuiteSet {
  std::string name;
  Data data;
  std::vector<Labels> references;  // 1 .. K; 0: noise
};

// A column `label`, and more labellings of the same points in altlabels/.
inline SuiteSet read_suite_set(const std::filesystem::path& file) {
  const auto to_labels = [](const std::vector<std::string>& values) {
    Labels labels;
    for (const auto& value : values) labels.push_back(std::stoi(value));
    return labels;
  };
  TableRequest request;
  request.truth = "label";
  const Table table = read_table(file.string(), request);
  SuiteSet set{file.filename().string(),
               std::visit([](const auto& values) { return Data(values); }, table.features),
               {to_labels(table.truth)}};
  set.name.resize(set.name.find('.'));
  const auto more = file.parent_path() / "altlabels" / file.filename();
  if (!std::filesystem::exists(more)) return set;
  for (const auto& name : read_table(more.string()).names)
    set.references.push_back(to_labels(read_labels(more.string(), name)));
  return set;
}

// The files of a folder, in order of their names.
inline std::vector<std::filesystem::path> suite_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

inline int clusters_of(const Labels& reference) {
  return *std::max_element(reference.begin(), reference.end());
}

// Adjusted Rand index on the points that are no noise.
inline double index_without_noise(const Labels& labels, const Labels& reference) {
  Labels found, expected;
  for (std::size_t i = 0; i < reference.size(); ++i)
    if (reference[i] > 0) {
      found.push_back(labels[i]);
      expected.push_back(reference[i]);
    }
  return score(found, expected).ari;
}

}  // namespace mercer::test
