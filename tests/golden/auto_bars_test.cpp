// The figures of method auto, on the shared data.
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

}  // namespace
}  // namespace mercer
