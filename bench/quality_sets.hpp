// The sets on which the quality of clusters is judged: those of a folder, and families that are generated.
#pragma once

#include <filesystem>

#include "mercer/mercer.hpp"

namespace mercer {

struct JudgedSet {
  std::string name;
  Data data;
  std::vector<Labels> truths;  // 0, 1, ...; -1: noise

  Index clusters(std::size_t truth) const;
  // The adjusted Rand index with one of the reference labellings, or the best over all; noise is left out.
  double index_of(const Labels& found, std::size_t truth) const;
  double index_of(const Labels& found) const;
  // Whether one of the labellings has so many clusters.
  bool has(Index clusters) const;
};

struct Family {
  std::string name;
  std::vector<JudgedSet> sets;
};

// The suite, whose sets are cut to `most_points` random ones, the generated families, of some seeds, and sets
// without clusters: those whose name begins with `name`; all, if it is empty.
std::vector<Family> families_named(const std::string& name, const std::filesystem::path& suite,
                                   Index most_points, std::uint64_t seed, std::uint64_t seeds = 1);
// Whether there are any in the sets.
bool has_clusters(const Family& family);
// FAMILY.NAME.csv for each set, with columns label, label2, ... (empty: noise), for other programs.
void write_families(const std::vector<Family>& families, const std::filesystem::path& folder);

}  // namespace mercer
