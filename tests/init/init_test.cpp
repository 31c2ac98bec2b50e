// Every initialisation: how many starts, valid labels, full clusters, and the same for the same seed.
#include "init/init.hpp"

#include <set>

#include "space/gram_space.hpp"
#include "space/vector_space.hpp"
#include "support.hpp"

namespace mercer {
namespace {

struct Setting {
  Matrix X = test::blobs(80, 2, 5, 1);
  Data data{X};
  GramSpace space{test::point_gram<double>(X, Gaussian{.sigma = 3.0})};
  VectorSpace vectors{data};
  Labels given;

  std::vector<Labels> start(const Init& init, Index k, Index restarts = 4, std::uint64_t seed = 1,
                            Index first = 0, const Space* in = nullptr, bool points = true) const {
    const HardOptions hard{.clusters = k, .weights = Vector::Ones(80)};
    return initialise(init, {in ? *in : space, points ? &data : nullptr, hard, first, restarts, seed, given});
  }
};

Index used(const Labels& labels) {
  return static_cast<Index>(std::set<int>(labels.begin(), labels.end()).size());
}
std::vector<Init> by_chance() {
  return {KernelPlusPlus{}, RandomPartition{}, InputKMeans{}, Singleton{"random"}, RandomPoints{}};
}
std::vector<Init> without_chance() {
  return {Singleton{}, Singleton{"least-norm"}, Singleton{"5"}, GlobalSearch{}};
}

TEST(Init, StartsByChanceAreAsManyAsAskedForAndDiffer) {
  const Setting s;
  for (const Init& init : by_chance()) {
    SCOPED_TRACE(format_choice(init));
    const auto starts = s.start(init, 5);
    ASSERT_EQ(starts.size(), 4U);
    for (const Labels& labels : starts) {
      ASSERT_EQ(labels.size(), 80U);
      EXPECT_EQ(used(labels), 5);
      EXPECT_GE(*std::min_element(labels.begin(), labels.end()), 0);
      EXPECT_LE(*std::max_element(labels.begin(), labels.end()), 4);
    }
    EXPECT_GE(std::set<Labels>(starts.begin(), starts.end()).size(), 2U);
    EXPECT_EQ(s.start(init, 5), starts);
    EXPECT_NE(s.start(init, 5, 4, 2), starts);
  }
}

// A start has numbers of its own: it is the same whether the others run beside it or not.
TEST(Init, AStartDoesNotDependOnItsNeighbours) {
  const Setting s;
  for (const Init& init : by_chance()) {
    const auto together = s.start(init, 5, 4);
    for (Index r = 0; r < 4; ++r)
      EXPECT_EQ(s.start(init, 5, 1, 1, r)[0], together[static_cast<std::size_t>(r)]) << format_choice(init);
  }
}

TEST(Init, NothingLeftToChanceIsStartedOnce) {
  const Setting s;
  for (const Init& init : without_chance()) {
    const auto starts = s.start(init, 2);
    ASSERT_EQ(starts.size(), 1U) << format_choice(init);
    EXPECT_EQ(used(starts[0]), 2);
    EXPECT_EQ(s.start(init, 2, 9, 7), starts);
  }
}

TEST(Init, OneClusterIsOneCluster) {
  const Setting s;
  auto all = by_chance();
  for (const Init& init : without_chance()) all.push_back(init);
  for (const Init& init : all)
    for (const Labels& labels : s.start(init, 1)) EXPECT_EQ(labels, Labels(80, 0)) << format_choice(init);
}

TEST(Init, AsManyClustersAsPointsStillFillsThem) {
  const Setting s;
  for (const Init& init : {Init(KernelPlusPlus{}), Init(RandomPartition{}), Init(RandomPoints{}),
                           Init(Singleton{"random"}), Init(Singleton{"least-norm"})})
    EXPECT_EQ(used(s.start(init, 80, 1)[0]), 80) << format_choice(init);
}

TEST(Init, SingletonsStandAlone) {
  const Setting s;
  for (const char* pick : {"medoid", "random", "least-norm", "5"})
    for (Index k : {2, 4}) {
      const Labels labels = s.start(Singleton{pick}, k)[0];
      EXPECT_EQ(std::count(labels.begin(), labels.end(), 0), 80 - k + 1) << pick;
      for (int j = 1; j < k; ++j) EXPECT_EQ(std::count(labels.begin(), labels.end(), j), 1) << pick;
    }
  EXPECT_EQ(s.start(Singleton{"5"}, 2)[0][5], 1);
}

TEST(Init, TheMedoidIsThePointNearestToTheMean) {
  const Setting s;
  const Matrix K = test::reference_gram(s.X, Gaussian{.sigma = 3.0});
  Index by_kernel = 0, by_distance = 0;
  K.rowwise().mean().maxCoeff(&by_kernel);  // argmax of the mean kernel, where k(x, x) is constant
  (s.X.rowwise() - s.X.colwise().mean()).rowwise().squaredNorm().minCoeff(&by_distance);
  EXPECT_EQ(s.start(Singleton{}, 2)[0][static_cast<std::size_t>(by_kernel)], 1);
  EXPECT_EQ(s.start(Singleton{}, 2, 1, 1, 0, &s.vectors)[0][static_cast<std::size_t>(by_distance)], 1);
}

TEST(Init, LeastNormTakesThePointsOfLeastNorm) {
  const Setting s;
  const Vector norms = s.X.rowwise().squaredNorm();
  const Labels labels = s.start(Singleton{"least-norm"}, 4)[0];
  for (Index i = 0; i < 80; ++i) {
    const auto smaller = (norms.array() < norms[i]).count();
    EXPECT_EQ(labels[static_cast<std::size_t>(i)] > 0, smaller < 3) << i;
  }
}

// What the seeds leave: the summed squared distance to the nearest one.
TEST(Init, GreedySeedsAreBetterThanRandomPoints) {
  const Setting s;
  const auto objective = [&](const Init& init) {
    const HardOptions hard{.clusters = 5, .weights = Vector::Ones(80)};
    double sum = 0;
    for (const auto& start : assemble(s.space, s.start(init, 5, 40), hard).starts) sum += start.objective;
    return sum / 40;
  };
  EXPECT_LT(objective(KernelPlusPlus{}), 0.8 * objective(RandomPoints{}));
  EXPECT_LT(objective(RandomPoints{}), objective(RandomPartition{}));
}

TEST(Init, SeedsAreDrawnByWeight) {
  const Setting s;
  HardOptions hard{.clusters = 1, .weights = Vector::Constant(80, 1e-12)};
  hard.weights[17] = 1;
  const InitContext context{s.space, &s.data, hard, 0, 20, 1, s.given};
  for (const auto& seeds : plus_plus_seeds(context, 1)) EXPECT_EQ(seeds, std::vector<Index>{17});
}

TEST(Init, KMeansIsTheConvergedOneOfTheInputSpace) {
  const Setting s;
  const HardOptions hard{.clusters = 5, .weights = Vector::Ones(80)};
  HardState state = assemble(s.vectors, s.start(InputKMeans{}, 5), hard);
  const HardState before = state;
  lloyd(s.vectors, state, hard);
  for (std::size_t r = 0; r < 4; ++r) EXPECT_EQ(state.starts[r].labels, before.starts[r].labels);
}

// Each cluster more leaves less, and the next one starts from the last ones.
TEST(Init, GlobalSearchGainsWithEveryCluster) {
  const Setting s;
  double last = INFINITY;
  for (Index k = 1; k <= 8; ++k) {
    const HardOptions hard{.clusters = k, .weights = Vector::Ones(80)};
    const HardState state = assemble(s.space, s.start(GlobalSearch{}, k), hard);
    EXPECT_EQ(used(state.starts[0].labels), k);
    EXPECT_LT(state.starts[0].objective, last) << k;
    last = state.starts[0].objective;
  }
}

// A stop may come at any time: what comes back are still labels.
TEST(Init, AStopLeavesValidLabels) {
  const Setting s;
  Control control;
  control.stop = true;
  const HardOptions hard{.clusters = 3, .weights = Vector::Ones(80), .control = &control};
  auto all = by_chance();
  for (const Init& init : without_chance()) all.push_back(init);
  for (const Init& init : all)
    for (const Labels& labels : initialise(init, {s.space, &s.data, hard, 0, 2, 1, s.given}))
      for (int label : labels) ASSERT_TRUE(label >= 0 && label < 3) << format_choice(init) << ": " << label;
}

void expect_refusal(const std::function<void()>& f, Fault fault, const std::string& part) {
  try {
    f();
    ADD_FAILURE() << "accepted; expected: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), fault);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Init, GivenLabelsAreTakenOrRefused) {
  Setting s;
  s.given = test::random_labels(80, 3, 1);
  EXPECT_EQ(s.start(GivenLabels{}, 3), std::vector<Labels>{s.given});
  expect_refusal([&] { s.start(GivenLabels{}, 2); }, Fault::data, "is not in 0 .. 1");
  s.given[4] = -1;
  expect_refusal([&] { s.start(GivenLabels{}, 3); }, Fault::data, "starting label -1 of point 5");
  s.given.pop_back();
  expect_refusal([&] { s.start(GivenLabels{}, 3); }, Fault::data, "79 starting labels for 80 points");
}

TEST(Init, WhatNeedsPointsSaysSoWithoutThem) {
  const Setting s;
  const auto without = [&](const Init& init) {
    return [&s, init] { s.start(init, 2, 1, 1, 0, nullptr, false); };
  };
  expect_refusal(without(InputKMeans{}), Fault::usage, "use kernel++");
  expect_refusal(without(Singleton{"least-norm"}), Fault::usage, "use pick=medoid");
  expect_refusal(without(Singleton{"80"}), Fault::usage, "from 0 to 79");
  expect_refusal(without(Singleton{"-1"}), Fault::usage, "pick = '-1'");
  expect_refusal(without(Singleton{"medoyd"}), Fault::usage, "medoyd");
}

}  // namespace
}  // namespace mercer
