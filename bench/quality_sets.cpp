#include "quality_sets.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "beyond/auto/sample.hpp"
#include "more_families.hpp"
#include "suite.hpp"

namespace mercer {
namespace {

Family generated(const std::string& name, const std::vector<test::FamilySet>& sets) {
  Family out{name, {}};
  for (const test::FamilySet& set : sets) out.sets.push_back({set.name, set.data, {set.truth}});
  return out;
}

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

std::vector<Family> generated_families(std::uint64_t seed) {
  return {generated("overlapping", test::overlapping_sets(seed)),
          generated("mixed tables", test::mixed_sets(seed)),
          generated("noise 10-30 %", test::noisy_sets(seed)),
          generated("idle columns", test::idle_column_sets(seed)),
          generated("uneven", test::uneven_sets(seed)),
          generated("heavy tails", test::heavy_tailed_sets(seed)),
          generated("lifted shapes", test::lifted_sets(seed)),
          generated("crowded shapes", test::crowded_sets(seed))};
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

std::vector<Family> all_families(const std::filesystem::path& suite, Index most_points, std::uint64_t seed,
                                 std::uint64_t seeds) {
  std::vector<Family> out = {cut_suite(suite, most_points)};
  for (std::uint64_t s = seed; s < seed + seeds; ++s) {
    std::vector<Family> more = generated_families(s);
    if (s == seed)
      std::move(more.begin(), more.end(), std::back_inserter(out));
    else
      for (std::size_t f = 0; f < more.size(); ++f) {
        for (JudgedSet& set : more[f].sets) set.name += fmt::format("-seed-{}", s);
        std::move(more[f].sets.begin(), more[f].sets.end(), std::back_inserter(out[f + 1].sets));
      }
  }
  return out;
}

Family sets_without_clusters() { return generated("without clusters", test::sets_without_clusters(3)); }

void write_families(const std::vector<Family>& families, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  for (const Family& family : families)
    for (const JudgedSet& set : family.sets) {
      std::string name = family.name.substr(0, family.name.find(' '));
      std::ofstream(folder / fmt::format("{}.{}.csv", name, set.name)) << csv_of(set);
    }
}

}  // namespace mercer
