// Promises of the specification at their edges: one test a promise.
#include <algorithm>
#include <set>

#include "engine/hard.hpp"
#include "init/init.hpp"
#include "io/archive.hpp"
#include "io/temporary.hpp"
#include "space/vector_space.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::blobs;
using test::expect_error;

Matrix grid(double offset) {
  Matrix X(81, 2);
  for (Index i = 0; i < 81; ++i) X.row(i) << offset + 0.1 * (i % 9), offset + 0.1 * (i / 9);
  return X;
}
std::size_t used(const Labels& labels) { return std::set<int>(labels.begin(), labels.end()).size(); }

// A model of dense points is asked for sparse ones, and the other way round: equal points, equal answers.
TEST(Promises, DenseAndSparsePointsMayMeetInAModel) {
  Matrix X = blobs(60, 4, 3, 1);
  for (Index i = 0; i < X.size(); i += 3) X.data()[i] = 0;
  const SparseMatrix S = X.sparseView();
  for (const Kernel& kernel : {Kernel(NoKernel{}), Kernel(Gaussian{}), Kernel(Polynomial{}), Kernel(Cosine{}),
                               Kernel(Gaussian{.local = true})}) {
    SCOPED_TRACE(format_choice(kernel));
    const Result dense = cluster(X, {.clusters = 3, .kernel = kernel}),
                 sparse = cluster(S, {.clusters = 3, .kernel = kernel});
    EXPECT_EQ(dense.model.predict(S), dense.labels);
    EXPECT_EQ(sparse.model.predict(X), sparse.labels);
  }
}

// The prototypes of the model are those of the fit: the objective and the fixed point are theirs.
TEST(Promises, InputPrototypesOfTheModelAreThoseOfTheFit) {
  const Matrix X = blobs(90, 2, 3, 1);
  const double beta = 3, sigma = 2;
  const Result r = cluster(X, {.clusters = 3,
                               .method = Softmax{.beta = beta, .prototypes = PrototypesIn::input},
                               .kernel = Gaussian{.sigma = sigma},
                               .restarts = 3});
  Matrix K(90, 3);
  for (Index i = 0; i < 90; ++i)
    for (Index j = 0; j < 3; ++j)
      K(i, j) = std::exp(-(X.row(i) - r.model.coordinates().row(j)).squaredNorm() / (2 * sigma * sigma));
  const Matrix W = r.memberships.cwiseProduct(K);
  const Matrix V = W.colwise().sum().cwiseInverse().asDiagonal() * (W.transpose() * X);
  EXPECT_LT((V - r.model.coordinates()).cwiseAbs().maxCoeff(), 1e-2);
  const double energy = -((-2 * beta * (1 - K.array())).exp().rowwise().sum().log() / beta).sum();
  EXPECT_NEAR(energy, r.objective, 1e-4 * std::abs(r.objective));
}

// A start with an empty cluster: K clusters or a named error, and a model that can be used and read again.
TEST(Promises, ASoftStartWithAnEmptyClusterIsFilledOrNamed) {
  const test::TemporaryFolder folder;
  const Matrix X = blobs(60, 2, 3, 1);
  Labels labels(60, 0);
  std::fill_n(labels.begin(), 30, 1);
  for (const Kernel& kernel : {Kernel(NoKernel{}), Kernel(Gaussian{})}) {
    const Result r = cluster(
        X, {.clusters = 3, .method = Softmax{}, .kernel = kernel, .init = GivenLabels{}, .labels = labels});
    EXPECT_TRUE((r.model.mass.array() > 0).all());
    EXPECT_TRUE(r.model.transform(X).allFinite());
    r.model.save(folder.file("soft.model"));
    EXPECT_NO_THROW(Model::load(folder.file("soft.model")));
  }
}

TEST(Promises, NonFiniteNewPointsAreNamed) {
  Matrix X = blobs(30, 2, 3, 1);
  const Result r = cluster(X, {.clusters = 3, .kernel = Gaussian{}});
  X(4, 1) = NAN;
  expect_error(Fault::data, {"row 5", "column 2"}, [&] { r.model.predict(X); });
}

TEST(Promises, ValuesThatFloatCannotHoldAreFittedOrNamed) {
  const Matrix X = blobs(50, 2, 3, 1);
  for (const auto& [data, kernel] : {std::pair(Matrix(X * 1e14), Kernel(Polynomial{.degree = 3})),
                                     std::pair(Matrix(X * 1e150), Kernel(Gaussian{})),
                                     std::pair(Matrix(X * 1e-150), Kernel(Gaussian{}))}) {
    try {
      const Result r = cluster(data, {.clusters = 3, .kernel = kernel, .precision = Precision::single_});
      EXPECT_EQ(used(r.labels), 3U);
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).find("interrupted"), std::string::npos) << error.what();
    }
  }
}

TEST(Promises, AKernelValueThatIsNoNumberIsNamed) {
  const Matrix X = blobs(50, 2, 3, 1) * 1e14;
  for (const Init& init : {Init(KernelPlusPlus{}), Init(RandomPartition{})})
    expect_error(Fault::data, {"the kernel of points", "too large to compute with", "`precision = double`"},
                 [&] {
                   cluster(X, {.clusters = 3,
                               .kernel = Polynomial{.degree = 3},
                               .init = init,
                               .precision = Precision::single_});
                 });
}

TEST(Promises, IterationsOfAStartDoNotDependOnTheOthers) {
  const HardOptions hard{.clusters = 8, .weights = Vector::Ones(300)};
  int differ = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const VectorSpace space{Data(blobs(300, 2, 8, seed))};
    std::vector<Labels> labels;
    for (std::uint64_t s = 0; s < 4; ++s) labels.push_back(test::random_labels(300, 8, s));
    HardState together = assemble(space, labels, hard);
    optimise(space, together, hard);
    for (std::size_t s = 0; s < 4; ++s) {
      HardState alone = assemble(space, {labels[s]}, hard);
      optimise(space, alone, hard);
      differ += together.starts[s].iterations != alone.starts[0].iterations ? 1 : 0;
      differ += together.starts[s].history != alone.starts[0].history ? 1 : 0;
    }
  }
  EXPECT_EQ(differ, 0);
}

TEST(Promises, ThePlanDoesNotChangeTheResult) {
  const Matrix X = blobs(900, 2, 3, 1);
  Options o{.clusters = 2, .kernel = Gaussian{}, .init = Singleton{}};
  const Result roomy = cluster(X, o);
  o.memory = roomy.plan.least_bytes;
  const Result lean = cluster(X, o);
  EXPECT_EQ(lean.restarts, roomy.restarts);
  EXPECT_EQ(lean.iterations, roomy.iterations);
}

TEST(Promises, WeightsOfAnySizeGiveAllClusters) {
  for (std::uint64_t seed : {12, 13}) {
    Random random(seed);
    Vector weights(60);
    for (Index i = 0; i < 60; ++i) weights[i] = std::pow(10.0, random.uniform(-10, 10));
    const Matrix X = blobs(60, 2, 6, seed);
    const Result r = cluster(
        X,
        {.clusters = 6, .kernel = Gaussian{}, .init = RandomPartition{}, .seed = seed, .weights = weights});
    EXPECT_EQ(used(r.labels), 6U) << seed;
  }
}

TEST(Promises, TiesArePredictedAsTheyWereLabelled) {
  int differ = 0;
  for (double offset : {0.0, 0.1, 1e3, 1e6})
    for (Index k : {2, 3, 8})
      for (std::uint64_t seed = 1; seed <= 6; ++seed)
        for (const Method& method : {Method(Hard{.refine = false}), Method(Softmax{})}) {
          const Matrix X = grid(offset);
          const Result r = cluster(X, {.clusters = k, .method = method, .restarts = 2, .seed = seed});
          differ += r.model.predict(X) != r.labels ? 1 : 0;
        }
  EXPECT_EQ(differ, 0);
}

TEST(Promises, APlanRefusesTheOptionsThatClusteringRefuses) {
  const Matrix X = blobs(10, 2, 2, 1);
  expect_error(Fault::usage, {"sigma = -1"}, [&] { plan(X, {.kernel = Gaussian{.sigma = -1.0}}); });
}

TEST(Promises, FloatTilesFillAClusterWhereDoubleOnesDo) {
  const Matrix X = blobs(600, 2, 20, 1);
  Labels labels(600);
  for (std::size_t i = 0; i < 600; ++i) labels[i] = static_cast<int>(i % 19);
  Options o{.clusters = 20, .kernel = Gaussian{.sigma = 100.0}, .init = GivenLabels{}, .labels = labels};
  for (const Precision precision : {Precision::double_, Precision::single_}) {
    o.precision = precision;
    EXPECT_EQ(used(cluster(X, o).labels), 20U);
  }
}

TEST(Promises, AFloatMatrixMayBeAsymmetricByItsRounding) {
  MatrixOf<float> K = test::reference_gram(blobs(40, 2, 3, 1), Gaussian{.sigma = 2.0}).cast<float>();
  for (Index i = 0; i < 40; ++i)
    for (Index j = 0; j < i; ++j) K(i, j) *= 1 + 1.2e-7F;
  EXPECT_NO_THROW(cluster(Data(K), {.clusters = 3, .kernel = Precomputed{}}));
}

TEST(Promises, AModelOfAnUnknownMethodIsNamedWithItsFile) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("other.model");
  cluster(blobs(30, 2, 3, 1), {.clusters = 3, .method = Hard{}}).model.save(path);
  io::Archive archive = io::Archive::read(path);
  archive.header["method"] = "fluffy:m=2";
  archive.write(path);
  expect_error(Fault::data, {"other.model", "fluffy"}, [&] { Model::load(path); });
}

TEST(Promises, DuplicatesDoNotHideTheWidth) {
  Matrix X = Matrix::Zero(40, 1);
  for (Index i = 0; i < 8; ++i) X(i, 0) = 1000.0 + static_cast<double>(i);
  EXPECT_GT(median_distance(X), 100);
}

// Told to stop after so many candidates, one after the other; the last ones of the list come first.
Result stopped_auto(const Matrix& X, Index clusters, int reached) {
  Control control;
  int done = 0;
  control.progress = [&](std::string_view phase, std::int64_t, std::int64_t) {
    if (phase.find("candidates") != phase.npos && ++done == reached) control.stop = true;
  };
  return cluster(Data(X), {.clusters = clusters, .method = Auto{}, .threads = 1, .control = &control});
}

TEST(Promises, AutoThatIsStoppedKeepsTheBestCandidateSoFar) {
  const Generated rings = generate("rings");
  const Result r = stopped_auto(rings.points, 2, 3);
  EXPECT_TRUE(r.interrupted);
  EXPECT_EQ(score(r.labels, rings.labels).accuracy, 1);
  const std::vector<Candidate>& tried = r.choice->contest().candidates;
  const auto missing =
      std::count_if(tried.begin(), tried.end(), [](const Candidate& c) { return !c.failure.empty(); });
  EXPECT_EQ(missing, 14) << "of 17";
  EXPECT_TRUE(r.choice->winner().failure.empty());
  EXPECT_EQ(r.model.predict(Data(rings.points)), r.labels);
  test::expect_error(Fault::failure, {"before there was a first result"}, [] {
    Control control;
    control.stop = true;
    cluster(Data(test::blobs(60, 2, 2, 1)), {.clusters = 2, .method = Auto{}, .control = &control});
  });
}

// The second scaling had not been judged: what was found in the first stands.
TEST(Promises, AutoThatIsStoppedLaterKeepsAWholeContest) {
  Matrix X = test::blobs(120, 2, 3, 7, 8);
  X.col(1) *= 20;
  const Result r = stopped_auto(X, 3, 14);  // 12 candidates of each scaling need no other
  EXPECT_TRUE(r.interrupted);
  ASSERT_EQ(r.choice->contests.size(), 1U);
  EXPECT_EQ(r.choice->contest().representation, "raw");
  for (const Candidate& one : r.choice->contest().candidates) EXPECT_EQ(one.failure, "") << one.name;
}

TEST(Promises, AutoIsOnlyForWhatCanBeAutomatic) {
  EXPECT_THROW(parse_choice<Kernel>("linear:auto", "kernel"), Error);
}

}  // namespace
}  // namespace mercer
