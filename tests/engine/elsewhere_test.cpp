// Everything that works with prototypes goes only through the space: with sums that are elsewhere, all of it
// runs, and gives the bits that it gives with sums in this memory.
#include "elsewhere_space.hpp"
#include "engine/critical.hpp"
#include "engine/inverse_weighted.hpp"
#include "engine/online.hpp"
#include "engine/plane.hpp"
#include "engine/scales.hpp"
#include "engine/stiffness.hpp"
#include "engine/winners.hpp"
#include "init/init.hpp"
#include "search/swap.hpp"
#include "support.hpp"

namespace mercer {
namespace {

constexpr Index size_here = 1100, clusters_here = 6;

class Elsewhere : public testing::Test {
 protected:
  // All that was kept for prototypes is given back.
  void TearDown() override { EXPECT_EQ(away.ranks().size(), 0U); }

  Matrix X = test::blobs(size_here, 3, 5, 4, 3);
  std::shared_ptr<const Gram> gram = test::point_gram<double>(X, Gaussian{.sigma = 2.0});
  GramSpace here{gram};
  test::ElsewhereSpace away{gram};
  Vector weights = Vector::LinSpaced(size_here, 0.5, 2);
};

void expect_same(const HardStart& a, const HardStart& b) {
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.objective, b.objective);
  EXPECT_EQ(a.history, b.history);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(a.reseeded, b.reseeded);
  EXPECT_EQ(a.mass, b.mass);
  EXPECT_EQ(a.norm, b.norm);
}
void expect_same(const Fit& a, const Fit& b) {
  EXPECT_EQ(a.weights, b.weights);
  EXPECT_EQ(a.history, b.history);
  EXPECT_EQ(a.iterations, b.iterations);
  EXPECT_EQ(a.converged, b.converged);
}

// Three starts, of which one has an empty cluster: Lloyd, filling, Hartigan's moves; then a swap search.
TEST_F(Elsewhere, HardClusters) {
  const HardOptions options{.clusters = clusters_here, .weights = weights};
  std::vector<Labels> starts{test::random_labels(size_here, clusters_here, 1),
                             test::random_labels(size_here, clusters_here, 2),
                             test::random_labels(size_here, clusters_here - 1, 3)};
  std::vector<HardState> states;
  for (const Space* space : {static_cast<const Space*>(&here), static_cast<const Space*>(&away)}) {
    HardState& state = states.emplace_back(assemble(*space, starts, options));
    optimise(*space, state, options);
    HardState& one = states.emplace_back(assemble(*space, {starts[0]}, options));
    swap_search(*space, one, 6, 1, options);
    EXPECT_EQ(own_distances(*space, one, 0, options).size(), size_here);
  }
  for (std::size_t s = 0; s < 3; ++s) expect_same(states[0].starts[s], states[2].starts[s]);
  EXPECT_GT(states[0].starts[2].reseeded, 0);
  EXPECT_FALSE(states[1].starts[0].history.empty());  // some swap was better
  expect_same(states[1].starts[0], states[3].starts[0]);
}

TEST_F(Elsewhere, EveryRule) {
  const FitOptions options{.clusters = clusters_here, .max_iterations = 8, .weights = weights};
  const Matrix W = test::random_matrix(size_here, 2 * clusters_here, 5);
  const auto check = [&](const char* name, const auto& rule) {
    SCOPED_TRACE(name);
    const std::vector<Fit> a = fit(here, rule, W, options), b = fit(away, rule, W, options);
    for (std::size_t s = 0; s < 2; ++s) expect_same(a[s], b[s]);
  };
  check("hard", Hard{});
  check("softmax", Softmax{.beta = 3});
  check("fuzzy", Fuzzy{.m = 1.3});
  check("possibilistic", Possibilistic{.m = 2.0, .eta = 0.5});
  check("k-harmonic", KHarmonic{});
  check("iwc", InverseWeighted{.b = 6.0});
  check("neural gas", NeuralGas{.lambda_initial = 3.0, .steps = 6});
  check("map", Som{.grid = GridSize{2, 3}, .sigma_initial = 1.0, .steps = 6});
}

// Only winners, with nodes that win nothing; and one point at a time.
TEST_F(Elsewhere, Maps) {
  const Som som{.grid = GridSize{2, 3}, .sigma_initial = 1.5, .sigma_final = 0.05, .steps = 12};
  const FitOptions options{.clusters = clusters_here, .max_iterations = 30, .weights = weights};
  const Matrix W = test::random_matrix(size_here, 2 * clusters_here, 6);
  const std::vector<Fit> a = fit_map(here, som, W, options), b = fit_map(away, som, W, options);
  for (std::size_t s = 0; s < 2; ++s) expect_same(a[s], b[s]);
  const OnlineOptions one{.passes = 1, .weights = weights, .seed = 3};
  EXPECT_EQ(fit_online(here, som, W.leftCols(clusters_here), one),
            fit_online(away, som, W.leftCols(clusters_here), one));
}

TEST_F(Elsewhere, EveryStart) {
  const Data data(X);
  const Labels given = test::random_labels(size_here, clusters_here, 7);
  const HardOptions hard{.clusters = clusters_here, .weights = weights};
  for (const Init& init :
       {Init(KernelPlusPlus{}), Init(RandomPartition{}), Init(InputKMeans{}), Init(Singleton{}),
        Init(RandomPoints{}), Init(GlobalSearch{}), Init(InverseWeightedStart{}), Init(GivenLabels{})})
    EXPECT_EQ(initialise(init, {here, &data, hard, 0, 2, 1, given}),
              initialise(init, {away, &data, hard, 0, 2, 1, given}))
        << format_choice(init);
}

TEST_F(Elsewhere, WhatIsSettledBeforeTheLoop) {
  const Critical a = critical(here, weights), b = critical(away, weights);
  EXPECT_EQ(a.exponent, b.exponent);
  EXPECT_EQ(a.fuzziness, b.fuzziness);
  EXPECT_EQ(stiffness(here, clusters_here, weights).chosen, stiffness(away, clusters_here, weights).chosen);
  EXPECT_EQ(plane_weights(here, weights, {2, 3}), plane_weights(away, weights, {2, 3}));
  const Matrix W = test::random_matrix(size_here, clusters_here, 8);
  for (const Scale scale : {Scale::mean, Scale::median})
    EXPECT_EQ(scales_of(here, W, {}, scale, a.variance), scales_of(away, W, {}, scale, a.variance));
  std::vector<Random> first{Random(1), Random(2)}, second = first;
  const FitOptions options{.clusters = 3, .max_iterations = 60, .weights = weights};
  const Matrix start = random_weights(size_here, 3, first);
  random_weights(size_here, 3, second);
  const auto one = fit_inverse_weighted(here, {}, start, a, first, options),
             other = fit_inverse_weighted(away, {}, start, a, second, options);
  for (std::size_t s = 0; s < 2; ++s) {
    expect_same(one[s].fit, other[s].fit);
    EXPECT_EQ(one[s].b, other[s].b);
  }
}

}  // namespace
}  // namespace mercer
