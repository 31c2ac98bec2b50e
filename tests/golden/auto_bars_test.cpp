// The figures of method auto, on the shared data.
#include "families.hpp"
#include "suite.hpp"
#include "support.hpp"

namespace mercer {
namespace {

double best_index(const test::SuiteSet& set) {
  double best = -1;
  for (const Labels& reference : set.references) {
    const Result r = cluster(set.data, {.clusters = test::clusters_of(reference), .method = Auto{}});
    best = std::max(best, test::index_without_noise(r.labels, reference));
  }
  return best;
}

// Each reference labelling with its own number of clusters, noise left out, the best kept.
TEST(AutoBars, Suite) {
  MERCER_NEED_SHARED("data/suite/wut_x1.csv");
  double sum = 0;
  int sets = 0;
  for (const auto& file : test::suite_files(test::shared_file("data/suite"))) {
    const test::SuiteSet set = test::read_suite_set(file);
    const double index = best_index(set);
    if (set.name.starts_with("deric_")) {
      EXPECT_GE(index, 0.9995) << set.name;
      continue;
    }
    sum += index;
    ++sets;
  }
  EXPECT_EQ(sets, 34);
  EXPECT_GE(sum / sets, 0.885);
}

// Where clusters overlap, or columns are categories, k-means is hard to beat; auto must not be worse than it.
double mean_index(const std::vector<test::FamilySet>& sets, const Method& method) {
  double sum = 0;
  for (const test::FamilySet& set : sets) sum += test::index_on(set, method);
  return sum / static_cast<double>(sets.size());
}

TEST(AutoBars, OverlappingClusters) {
  const auto sets = test::overlapping_sets(1);
  const double found = mean_index(sets, Auto{});
  EXPECT_GE(found, mean_index(sets, Hard{}) + 0.01);
  EXPECT_GE(found, 0.87);
}

TEST(AutoBars, MixedTables) {
  const auto sets = test::mixed_sets(1);
  const double found = mean_index(sets, Auto{});
  EXPECT_GE(found, mean_index(sets, Hard{}) - 0.005);
  EXPECT_GE(found, 0.93);
}

}  // namespace
}  // namespace mercer
