// Swap search: never worse, and out of the optima in which single starts end.
#include "search/swap.hpp"

#include <set>

#include "space/gram_space.hpp"
#include "space/vector_space.hpp"
#include "support.hpp"

namespace mercer {
namespace {

HardOptions options_for(Index n, Index k) {
  return {
      .clusters = k, .max_iterations = 300, .refine = true, .weights = Vector::Ones(n), .control = nullptr};
}

// Seven round blobs far from each other, 21 points each: the best partition is known.
Matrix seven(std::uint64_t seed) {
  Random random(seed);
  Matrix X(147, 2);
  for (Index i = 0; i < 147; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i % 7) / 7;
    X(i, 0) = 20 * std::cos(angle) + random.normal();
    X(i, 1) = 20 * std::sin(angle) + random.normal();
  }
  return X;
}
Labels known() {
  Labels labels(147);
  for (std::size_t i = 0; i < 147; ++i) labels[i] = static_cast<int>(i % 7);
  return labels;
}
// All points in two clusters of the ring's half, the other five on single points of one blob: a bad start.
Labels bad_start() {
  Labels labels(147);
  for (std::size_t i = 0; i < 147; ++i) labels[i] = i % 7 < 3 ? 0 : 1;
  for (std::size_t j = 0; j < 5; ++j) labels[7 * j] = static_cast<int>(2 + j);
  return labels;
}

TEST(Swap, FindsTheOptimumWhereTheSingleStartDoesNot) {
  const HardOptions hard = options_for(147, 7);
  int single = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const VectorSpace space{Data(seven(seed))};
    const double best = assemble(space, {known()}, hard).starts[0].objective;
    HardState state = assemble(space, {bad_start()}, hard);
    optimise(space, state, hard);
    single += state.starts[0].objective < best * (1 + 1e-9) ? 1 : 0;
    swap_search(space, state, 40, seed, hard);
    EXPECT_NEAR(state.starts[0].objective, best, 1e-9 * best) << seed;
    EXPECT_EQ(score(state.starts[0].labels, known()).accuracy, 1) << seed;
  }
  EXPECT_LT(single, 8) << "the start is not bad enough for this test to say anything";
}

TEST(Swap, IsNeverWorseAndItsStateIsThatOfItsLabels) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Matrix X = test::blobs(90, 2, 6, seed, 3);
    HardOptions hard = options_for(90, 6);
    hard.weights = Vector::LinSpaced(90, 0.5, 2);
    hard.refine = seed % 2 == 0;
    const GramSpace space{test::point_gram<double>(X, Gaussian{.sigma = 1.5})};
    HardState state = assemble(space, {test::random_labels(90, 6, seed)}, hard);
    optimise(space, state, hard);
    const double before = state.starts[0].objective;
    swap_search(space, state, 15, seed, hard);
    const HardStart& after = state.starts[0];
    EXPECT_LE(after.objective, before);
    EXPECT_EQ(std::set<int>(after.labels.begin(), after.labels.end()).size(), 6U);
    EXPECT_NEAR(assemble(space, {after.labels}, hard).starts[0].objective, after.objective, 1e-9);
    for (std::size_t t = 1; t < after.history.size(); ++t)
      EXPECT_LE(after.history[t], after.history[t - 1] + 1e-9);
  }
}

TEST(Swap, EqualSeedsGiveEqualResults) {
  const VectorSpace space{Data(test::blobs(90, 2, 9, 3, 3))};
  const HardOptions hard = options_for(90, 9);
  HardState start = assemble(space, {test::random_labels(90, 9, 1)}, hard);
  optimise(space, start, hard);
  HardState a = start, b = start;
  swap_search(space, a, 10, 5, hard);
  swap_search(space, b, 10, 5, hard);
  EXPECT_EQ(a.starts[0].labels, b.starts[0].labels);
  EXPECT_EQ(a.starts[0].objective, b.starts[0].objective);
}

TEST(Swap, LeavesAloneWhatCannotBeBetter) {
  const Matrix X = test::blobs(6, 2, 6, 4);
  const VectorSpace space{Data(X)};
  HardState all = assemble(space, {{0, 1, 2, 3, 4, 5}}, options_for(6, 6));
  swap_search(space, all, 20, 1, options_for(6, 6));
  EXPECT_EQ(all.starts[0].labels, (Labels{0, 1, 2, 3, 4, 5}));
  HardState one = assemble(space, {Labels(6, 0)}, options_for(6, 1));
  swap_search(space, one, 20, 1, options_for(6, 1));
  EXPECT_EQ(one.starts[0].labels, Labels(6, 0));
}

}  // namespace
}  // namespace mercer
