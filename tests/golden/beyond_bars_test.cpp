// The survey's figures for the methods beyond the engine: bars 6 to 9 of the family's specification.
#include "support.hpp"

namespace mercer {
namespace {

using test::read_labelled;

double correct(const Labels& labels, const test::Labelled& data) {
  return score(labels, data.truth).accuracy * static_cast<double>(data.truth.size());
}

TEST(BeyondBars, NgJordanWeissOnIris) {
  MERCER_NEED_SHARED("data/iris.csv");
  const auto iris = read_labelled("data/iris.csv");
  for (const auto& [sigma, right] : {std::pair(0.5, 136.0), std::pair(1.1, 134.0)})
    EXPECT_NEAR(
        correct(
            cluster(iris.data,
                    {.clusters = 3, .method = Spectral{}, .kernel = Gaussian{.sigma = sigma}, .restarts = 20})
                .labels,
            iris),
        right, 1e-9)
        << sigma;
}

}  // namespace
}  // namespace mercer
