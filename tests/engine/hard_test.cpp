// Lloyd, late fill and Hartigan against direct formulas and exhaustive search.
#include "engine/hard.hpp"

#include "engine/fit.hpp"
#include "mercer/rules/hard.hpp"
#include "space/gram_space.hpp"
#include "space/vector_space.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::blobs;
using test::random_labels;

HardOptions hard(Index n, Index clusters) {
  return {.clusters = clusters,
          .max_iterations = 300,
          .refine = true,
          .weights = Vector::Ones(n),
          .control = nullptr};
}

// J = sum_i w_i K_ii - sum_k s_k / W_k, straight from the matrix.
double objective(const Matrix& K, const Labels& labels, Index clusters, const Vector& w) {
  double J = w.dot(K.diagonal());
  for (int c = 0; c < clusters; ++c) {
    double s = 0, mass = 0;
    for (Index i = 0; i < K.rows(); ++i) {
      if (labels[static_cast<std::size_t>(i)] != c) continue;
      mass += w[i];
      for (Index j = 0; j < K.rows(); ++j)
        if (labels[static_cast<std::size_t>(j)] == c) s += w[i] * w[j] * K(i, j);
    }
    if (mass > 0) J -= s / mass;
  }
  return J;
}

GramSpace space_of(const Matrix& K) { return GramSpace(std::make_shared<GivenGram>(K, Precomputed{})); }

// The best partition of few points into at most `clusters`, by trying all.
double exhaustive(const Matrix& K, Index clusters) {
  const Index n = K.rows();
  Labels labels(static_cast<std::size_t>(n), 0);
  double best = INFINITY;
  for (;;) {
    best = std::min(best, objective(K, labels, clusters, Vector::Ones(n)));
    std::size_t at = 0;
    while (at < labels.size() && ++labels[at] == clusters) labels[at++] = 0;
    if (at == labels.size()) return best;
  }
}

TEST(Hard, IncrementalSumsGiveTheObjectiveOfTheLabels) {
  const Matrix X = blobs(200, 3, 5, 1);
  const Matrix K = test::reference_gram(X, Gaussian{.sigma = 2.0});
  Vector w(200);
  Random random(4);
  for (double& value : w) value = random.uniform(0.1, 3);
  HardOptions options = hard(200, 5);
  options.weights = w;
  const GramSpace space = space_of(K);
  HardState state = assemble(space, {random_labels(200, 5, 2), random_labels(200, 5, 3)}, options);
  for (const auto& s : state.starts) EXPECT_NEAR(s.objective, objective(K, s.labels, 5, w), 1e-9);
  optimise(space, state, options);
  for (const auto& s : state.starts) {
    EXPECT_NEAR(s.objective, objective(K, s.labels, 5, w), 1e-9);
    EXPECT_TRUE(s.converged);
  }
}

// Iterations with a tolerance are the first ones of those without, and the last of them gained little.
template <class Space>
void check_tolerance(const Space& space) {
  HardOptions options = hard(space.size(), 6);
  const Labels start = random_labels(space.size(), 6, 9);
  HardState all = assemble(space, {start}, options), some = assemble(space, {start}, options);
  lloyd(space, all, options);
  ASSERT_GT(all.starts[0].history.size(), 6U);
  EXPECT_FALSE(all.starts[0].early);

  options.tolerance = 0.01;
  lloyd(space, some, options);
  const HardStart one = some.starts[0];
  const std::size_t steps = one.history.size();
  ASSERT_LT(steps, all.starts[0].history.size());
  EXPECT_TRUE(one.converged && one.early);
  for (std::size_t t = 0; t < steps; ++t) EXPECT_EQ(one.history[t], all.starts[0].history[t]);
  for (std::size_t t = 1; t < steps; ++t) {
    const double gain = one.history[t - 1] - one.history[t];
    EXPECT_EQ(gain <= options.tolerance * one.history[t - 1], t + 1 == steps) << t;
  }
  optimise(space, some, options);  // may fill clusters, but makes no single moves where labels still change
  EXPECT_TRUE(some.starts[0].early);
}

TEST(Hard, AToleranceEndsIterationsThatGainLittle) {
  const Matrix X = blobs(600, 2, 3, 12);
  check_tolerance(VectorSpace{Data(X)});
  check_tolerance(space_of(test::reference_gram(X, Gaussian{.sigma = 2.0})));
}

TEST(Hard, EqualsTheDenseEngineWithTheHardRule) {
  const Matrix X = blobs(150, 2, 4, 5);
  const VectorSpace space{Data(X)};
  HardOptions options = hard(150, 4);
  Labels start = random_labels(150, 4, 6);  // half of the points where they belong: no cluster becomes empty
  for (std::size_t i = 0; i < 150; i += 2) start[i] = static_cast<int>(i % 4);
  HardState state = assemble(space, {start}, options);
  Matrix W = Matrix::Zero(150, 4);
  for (Index i = 0; i < 150; ++i) W(i, state.starts[0].labels[static_cast<std::size_t>(i)]) = 1;
  lloyd(space, state, options);
  const Fit dense = fit(space, Hard{}, W, {.clusters = 4, .weights = options.weights, .control = nullptr})[0];
  for (Index i = 0; i < 150; ++i)
    EXPECT_EQ(dense.weights(i, state.starts[0].labels[static_cast<std::size_t>(i)]), 1) << i;
  EXPECT_NEAR(dense.energy, state.starts[0].objective, 1e-9);
}

TEST(Hard, ObjectiveNeverRises) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Matrix X = blobs(60, 2, 3, seed, 2);
    const Matrix K = test::reference_gram(X, Gaussian{.sigma = 1.0});
    const GramSpace space = space_of(K);
    HardState state = assemble(space, {random_labels(60, 4, seed)}, hard(60, 4));
    const double before = state.starts[0].objective;
    optimise(space, state, hard(60, 4));
    const double slack = 64 * 60 * 2.2e-16 * K.trace();
    double last = before;
    for (double value : state.starts[0].history) {
      EXPECT_LE(value, last + slack) << seed;
      last = value;
    }
  }
}

TEST(Hard, RefinedOptimumIsStableUnderEverySingleMove) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Matrix X = blobs(40, 2, 3, seed, 2);
    const Matrix K = test::reference_gram(X, Polynomial{.degree = 2, .offset = 1});
    const GramSpace space = space_of(K);
    HardState state = assemble(space, {random_labels(40, 3, seed)}, hard(40, 3));
    optimise(space, state, hard(40, 3));
    const double J = state.starts[0].objective;
    for (std::size_t i = 0; i < 40; ++i)
      for (int c = 0; c < 3; ++c) {
        Labels moved = state.starts[0].labels;
        moved[i] = c;
        EXPECT_GE(objective(K, moved, 3, Vector::Ones(40)), J - 1e-7 * J) << seed << " " << i;
      }
  }
}

TEST(Hard, HartiganLowersTheObjectiveOfAnIndefiniteKernelAndEnds) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    Matrix K(30, 30);
    for (Index i = 0; i < 30; ++i)
      for (Index j = 0; j <= i; ++j) K(i, j) = K(j, i) = random.normal();
    const GramSpace space = space_of(K);
    HardState state = assemble(space, {random_labels(30, 3, seed)}, hard(30, 3));
    const double before = state.starts[0].objective;
    hartigan(space, state, 0, hard(30, 3));
    EXPECT_LE(state.starts[0].objective, before + 1e-9);
    EXPECT_NEAR(state.starts[0].objective, objective(K, state.starts[0].labels, 3, Vector::Ones(30)), 1e-9);
    optimise(space, state, hard(30, 3));
    EXPECT_TRUE(std::isfinite(state.starts[0].objective));
  }
}

TEST(Hard, BestOfManyStartsIsTheGlobalOptimumOfTinyProblems) {
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    const Matrix X = blobs(9, 2, 3, seed, 2);
    const Matrix K = test::reference_gram(X, Gaussian{.sigma = 1.5});
    const GramSpace space = space_of(K);
    std::vector<Labels> starts;
    for (std::uint64_t s = 0; s < 30; ++s) starts.push_back(random_labels(9, 3, 100 * seed + s));
    HardState state = assemble(space, starts, hard(9, 3));
    optimise(space, state, hard(9, 3));
    double best = INFINITY;
    for (const auto& s : state.starts) best = std::min(best, s.objective);
    EXPECT_NEAR(best, exhaustive(K, 3), 1e-9) << seed;
  }
}

TEST(Hard, EmptyClustersAreFilledWhereTheyGainMost) {
  Matrix X(6, 1);
  X << 0, 0.1, 5, 5.1, 20, 20.1;
  const VectorSpace space{Data(X)};
  HardOptions options = hard(6, 3);
  HardState state = assemble(space, {{0, 0, 0, 0, 1, 1}}, options);
  EXPECT_EQ(fill_empty(space, state, 0, options), 1);
  optimise(space, state, options);
  const Labels& z = state.starts[0].labels;
  EXPECT_EQ(z[0], z[1]);
  EXPECT_EQ(z[2], z[3]);
  EXPECT_EQ(z[4], z[5]);
  EXPECT_NE(z[0], z[2]);
  EXPECT_EQ(state.starts[0].reseeded, 1);
}

TEST(Hard, TooFewDistinctPointsAreNamed) {
  const VectorSpace space{Data(Matrix(Matrix::Ones(5, 2)))};
  HardState state = assemble(space, {Labels(5, 0)}, hard(5, 2));
  try {
    optimise(space, state, hard(5, 2));
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("clusters = 2 exceeds the 1 distinct point in"), std::string::npos)
        << e.what();
  }
}

TEST(Hard, WeightTwoEqualsTwoCopies) {
  const Matrix X = blobs(40, 2, 3, 21);
  Matrix twice(60, 2);
  twice << X, X.topRows(20);
  Vector w = Vector::Ones(40);
  w.head(20).setConstant(2);
  Labels labels = random_labels(40, 3, 5), doubled = labels;
  doubled.insert(doubled.end(), labels.begin(), labels.begin() + 20);
  const VectorSpace weighted{Data(X)}, copied{Data(twice)};
  HardOptions a = hard(40, 3), b = hard(60, 3);
  a.weights = w;
  HardState one = assemble(weighted, {labels}, a), two = assemble(copied, {doubled}, b);
  lloyd(weighted, one, a);
  lloyd(copied, two, b);
  EXPECT_NEAR(one.starts[0].objective, two.starts[0].objective, 1e-9);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(one.starts[0].labels[i], two.starts[0].labels[i]);
}

}  // namespace
}  // namespace mercer
