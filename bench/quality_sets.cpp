#include "quality_sets.hpp"

#include <fmt/format.h>

#include <fstream>
#include <functional>

#include "beyond/auto/sample.hpp"
#include "more_families.hpp"
#include "suite.hpp"

namespace mercer {
namespace {

const std::string without_clusters = "without clusters";

Family cut_suite(const std::filesystem::path& folder, Index most_points) {
  Family out{"suite", {}};
  for (const auto& file : test::suite_files(folder)) {
    const test::SuiteSet set = test::read_suite_set(file);
    if (set.name == "sipu_birch1") continue;
    const auto rows = automatic::sorted_random_rows(set.data.size(), most_points, 1, 1);
    JudgedSet one{set.name, set.data.take(rows), {}};
    for (const Labels& reference : set.references) {
      Labels truth;
      for (const Index row : rows) truth.push_back(reference[static_cast<std::size_t>(row)] - 1);
      one.truths.push_back(std::move(truth));
    }
    out.sets.push_back(std::move(one));
  }
  return out;
}

std::vector<test::FamilySet> three_seeds_without_clusters(std::uint64_t seed) {
  std::vector<test::FamilySet> out;
  for (std::uint64_t s = 3 * seed - 2; s <= 3 * seed; ++s)
    for (test::FamilySet& set : test::sets_without_clusters(s)) out.push_back(std::move(set));
  return out;
}

struct Generator {
  std::string name;
  std::function<std::vector<test::FamilySet>(std::uint64_t seed)> sets;
};
const std::vector<Generator>& generators() {
  static const std::vector<Generator> all = {{"overlapping", test::overlapping_sets},
                                             {"mixed tables", test::mixed_sets},
                                             {"noise 10-30 %", test::noisy_sets},
                                             {"idle columns", test::idle_column_sets},
                                             {"uneven", test::uneven_sets},
                                             {"heavy tails", test::heavy_tailed_sets},
                                             {"lifted shapes", test::lifted_sets},
                                             {"crowded shapes", test::crowded_sets},
                                             {without_clusters, three_seeds_without_clusters}};
  return all;
}

std::string csv_of(const JudgedSet& set) {
  std::string text;
  const Matrix X = set.data.dense();
  for (Index j = 0; j < X.cols(); ++j) text += fmt::format("x{},", j + 1);
  for (std::size_t t = 0; t < set.truths.size(); ++t)
    text += fmt::format("{}label{}", t == 0 ? "" : ",", t == 0 ? "" : std::to_string(t + 1));
  for (Index i = 0; i < X.rows(); ++i) {
    text += '\n';
    for (Index j = 0; j < X.cols(); ++j) text += fmt::format("{},", X(i, j));
    for (std::size_t t = 0; t < set.truths.size(); ++t) {
      const int label = set.truths[t][static_cast<std::size_t>(i)];
      text += (t == 0 ? "" : ",") + (label == test::noise ? "" : std::to_string(label));
    }
  }
  return text + '\n';
}

}  // namespace

Index JudgedSet::clusters(std::size_t truth) const {
  return 1 + *std::max_element(truths[truth].begin(), truths[truth].end());
}

double JudgedSet::index_of(const Labels& found, std::size_t truth) const {
  return test::index_of(found, truths[truth]);
}

double JudgedSet::index_of(const Labels& found) const {
  double best = -1;
  for (std::size_t t = 0; t < truths.size(); ++t) best = std::max(best, index_of(found, t));
  return best;
}

bool JudgedSet::has(Index count) const {
  for (std::size_t t = 0; t < truths.size(); ++t)
    if (clusters(t) == count) return true;
  return false;
}

bool has_clusters(const Family& family) { return family.name != without_clusters; }

std::vector<Family> families_named(const std::string& name, const std::filesystem::path& suite,
                                   Index most_points, std::uint64_t seed, std::uint64_t seeds) {
  std::vector<Family> out;
  if (std::string_view("suite").starts_with(name)) out.push_back(cut_suite(suite, most_points));
  for (const Generator& generator : generators()) {
    if (!generator.name.starts_with(name)) continue;
    Family& family = out.emplace_back(Family{generator.name, {}});
    for (std::uint64_t s = seed; s < seed + seeds; ++s)
      for (const test::FamilySet& set : generator.sets(s))
        family.sets.push_back(
            {s == seed ? set.name : fmt::format("{}-seed-{}", set.name, s), set.data, {set.truth}});
  }
  return out;
}

void write_families(const std::vector<Family>& families, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  for (const Family& family : families)
    for (const JudgedSet& set : family.sets) {
      if (!has_clusters(family)) break;
      std::string name = family.name.substr(0, family.name.find(' '));
      std::ofstream(folder / fmt::format("{}.{}.csv", name, set.name)) << csv_of(set);
    }
}

}  // namespace mercer
