// The family at the front door: what each method reports, refuses and survives.
#include <set>

#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::blobs;

double finding(const Result& r, const std::string& name) {
  for (const auto& found : r.findings)
    if (found.name == name) return found.values.at(0);
  ADD_FAILURE() << "no finding " << name;
  return NAN;
}
bool warned(const Result& r, const std::string& words) {
  return std::any_of(r.warnings.begin(), r.warnings.end(),
                     [&](const Warning& w) { return w.what.find(words) != std::string::npos; });
}
void expect_refusal(const Options& o, const std::string& words) {
  try {
    cluster(blobs(30, 2, 3, 1), o);
    FAIL() << "no error; expected: " << words;
  } catch (const Error& e) {
    EXPECT_EQ(e.fault(), Fault::usage);
    EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
  }
}

TEST(Family, BadParametersAreNamed) {
  expect_refusal({.clusters = 3, .method = Fuzzy{.m = 1.0}}, "fuzzy: m = 1 must be above 1");
  expect_refusal({.clusters = 3, .method = Possibilistic{.m = 0.5}},
                 "possibilistic: m = 0.5 must be above 1");
  expect_refusal({.clusters = 3, .method = Possibilistic{.eta = 0.0}}, "eta = 0 must be above 0");
  expect_refusal({.clusters = 3, .method = KHarmonic{.p = -1}}, "k-harmonic: p = -1 must be above 0");
  expect_refusal({.clusters = 3, .method = InverseWeighted{.b = 0.0}}, "iwc: b = 0 must be above 0");
  expect_refusal({.clusters = 3, .method = NeuralGas{.lambda_final = 0}}, "lambda_final = 0");
  expect_refusal({.clusters = 3, .method = NeuralGas{.steps = 0}}, "steps = 0 must be at least 1");
  expect_refusal({.method = Som{.grid = GridSize{0, 4}}}, "grid = 0x4");
  expect_refusal({.method = Som{.grid = GridSize{2000, 2000}}}, "grid = 2000x2000");
  expect_refusal({.clusters = 5, .method = Som{.grid = GridSize{2, 2}}},
                 "clusters = 5 contradicts the grid of 2x2 = 4 nodes");
  expect_refusal({.method = Som{}}, "som needs a grid");
  expect_refusal({.method = Som{.grid = GridSize{2, 2}, .sigma_final = 0}}, "sigma_final = 0");
  expect_refusal({.method = Som{.grid = GridSize{2, 2}, .online = true, .epsilon_initial = 2}},
                 "epsilon_initial = 2");
  expect_refusal({.clusters = 3, .method = Fuzzy{.prototypes = PrototypesIn::input}, .kernel = Polynomial{}},
                 "prototypes = input needs the gaussian kernel");
  expect_refusal({.clusters = 3, .method = Fuzzy{}, .search = Swap{}},
                 "search = swap works with method kmeans");
}

TEST(Family, AMapHasItsNodes) {
  const Matrix X = blobs(60, 2, 3, 1);
  EXPECT_EQ(cluster_count({.method = Som{.grid = GridSize{2, 3}}}), 6);
  const Result given = cluster(X, {.method = Som{.grid = GridSize{2, 3}}});
  const Result squarest = cluster(X, {.clusters = 6, .method = Som{}});
  EXPECT_EQ(given.labels, squarest.labels);
  ASSERT_TRUE(given.map);
  EXPECT_EQ(given.map->grid, (GridSize{2, 3}));
  EXPECT_DOUBLE_EQ(given.map->hits.sum(), 60);
  EXPECT_EQ(given.map->heights.size(), 6);
  // More nodes than points.
  const Result wide = cluster(blobs(8, 2, 3, 1), {.method = Som{.grid = GridSize{4, 4}}});
  EXPECT_EQ(wide.model.clusters(), 16);
  EXPECT_DOUBLE_EQ(wide.map->hits.sum(), 8);
}

// On a line of points a line of nodes keeps the order, so neighbours win neighbours.
TEST(Family, AMapOfALineIsALine) {
  Matrix X(200, 1);
  for (Index i = 0; i < 200; ++i) X(i, 0) = static_cast<double>(i);
  for (bool online : {false, true}) {
    const Result r = cluster(X, {.method = Som{.grid = GridSize{1, 8}, .online = online, .passes = 10}});
    EXPECT_EQ(r.map->topographic_error, 0);
    const Matrix V = r.model.coordinates();
    const double direction = V(7, 0) > V(0, 0) ? 1 : -1;
    for (Index j = 1; j < 8; ++j) EXPECT_GT(direction * (V(j, 0) - V(j - 1, 0)), 0) << online;
    EXPECT_LT(r.map->quantization_error, 20);
  }
}

// Stored, tiled, given, sparse and low rank: the same clusters and, but for rounding, the same memberships.
TEST(Family, EveryMethodOnEveryGram) {
  const Matrix X = blobs(90, 2, 3, 8, 9);
  const Kernel gaussian = Gaussian{.sigma = 3.0};
  const Matrix K = test::reference_gram(X, gaussian);
  const SparseMatrix sparse = K.sparseView();
  for (const Method& method : test::all_methods(3)) {
    SCOPED_TRACE(format_choice(method));
    Options o{.clusters = 3, .method = method, .kernel = gaussian, .restarts = 2, .storage = Holding::stored};
    const Result stored = cluster(X, o);
    const auto same = [&](const char* name, const Result& other, double tolerance) {
      SCOPED_TRACE(name);
      EXPECT_EQ(other.labels, stored.labels);
      if (stored.memberships.size() == 0) return;
      EXPECT_LT((other.memberships - stored.memberships).cwiseAbs().maxCoeff(), tolerance);
    };
    o.storage = Holding::tiled;
    same("tiled", cluster(X, o), 1e-6);
    o.storage = Holding::automatic;
    o.approx = Nystrom{.landmarks = 90};
    same("low rank", cluster(X, o), 1e-3);
    o.approx = Exact{};
    o.kernel = Precomputed{};
    same("given", cluster(K, o), 1e-6);
    same("sparse", cluster(sparse, o), 1e-6);
  }
}

TEST(Family, BitsDoNotDependOnThreads) {
  const Matrix X = blobs(600, 4, 5, 3);
  for (const Kernel& kernel : {Kernel(NoKernel{}), Kernel(Gaussian{.sigma = 2.0})})
    for (const Method& method : test::all_methods(5)) {
      SCOPED_TRACE(format_choice(kernel) + ", " + format_choice(method));
      Options o{.clusters = 5, .method = method, .kernel = kernel, .restarts = 2, .threads = 1};
      const Result one = cluster(X, o);
      o.threads = 2;
      const Result two = cluster(X, o);
      EXPECT_EQ(one.labels, two.labels);
      EXPECT_EQ(one.history, two.history);
      EXPECT_EQ(one.memberships, two.memberships);
    }
}

// A point of weight 2 is the same as two points.
TEST(Family, WeightsCountAsCopies) {
  const Matrix X = blobs(60, 2, 3, 4);
  Matrix twice(90, 2);
  twice << X, X.topRows(30);
  Vector weights = Vector::Ones(60);
  weights.head(30).setConstant(2);
  Labels labels(60);
  for (std::size_t i = 0; i < 60; ++i) labels[i] = static_cast<int>(i % 3);
  Labels more = labels;
  more.insert(more.end(), labels.begin(), labels.begin() + 30);
  for (const Kernel& kernel : {Kernel(NoKernel{}), Kernel(Gaussian{.sigma = 2.0})})
    for (const Method& method : {Method(Fuzzy{}), Method(Possibilistic{}), Method(KHarmonic{}),
                                 Method(NeuralGas{}), Method(Som{.grid = GridSize{1, 3}}),
                                 Method(Som{.grid = GridSize{1, 3}, .start = MapStart::init})}) {
      SCOPED_TRACE(format_choice(kernel) + ", " + format_choice(method));
      Options o{.clusters = 3, .method = method, .kernel = kernel, .init = GivenLabels{}};
      Options w = o;
      o.labels = more;
      w.labels = labels;
      w.weights = weights;
      const Result copies = cluster(twice, o), weighted = cluster(X, w);
      EXPECT_NEAR(copies.objective, weighted.objective, 1e-6 * std::abs(copies.objective));
      EXPECT_LT((copies.memberships.topRows(60) - weighted.memberships).cwiseAbs().maxCoeff(), 1e-4);
    }
}

TEST(Family, ExponentsBelowTheCriticalOneAreNamed) {
  const Matrix X = blobs(80, 3, 3, 2);
  const Result low = cluster(X, {.clusters = 3, .method = InverseWeighted{.b = 0.5, .polish = false}});
  EXPECT_TRUE(warned(low, "below the critical exponent"));
  EXPECT_TRUE(warned(low, "of 3 clusters"));
  const Result good = cluster(X, {.clusters = 3, .method = InverseWeighted{}});
  EXPECT_FALSE(warned(good, "critical"));
  EXPECT_GE(finding(good, "b"), finding(good, "b_crit"));
  EXPECT_EQ(*std::get<InverseWeighted>(good.model.method).b, finding(good, "b"));
}

TEST(Family, GivenPrototypesAreDrawnTogetherFirst) {
  const Matrix X = blobs(90, 2, 3, 5, 9);
  Labels bad(90, 0);
  bad[0] = 1;
  bad[1] = 2;
  const Result random = cluster(X, {.clusters = 3, .method = InverseWeighted{}, .restarts = 1});
  const Result given = cluster(
      X, {.clusters = 3, .method = InverseWeighted{}, .init = GivenLabels{}, .restarts = 1, .labels = bad});
  EXPECT_NEAR(random.objective, given.objective, 1e-9 * random.objective);
}

TEST(Family, ACollapseIsNamedWithItsCriticalValue) {
  const Matrix X = blobs(100, 6, 3, 2, 1);
  const Result r = cluster(X, {.clusters = 3, .method = Fuzzy{.m = 6.0}, .kernel = Gaussian{.sigma = 1.0}});
  EXPECT_TRUE(warned(r, "all prototypes coincide"));
  EXPECT_LT(finding(r, "m_crit"), 6);
  const Result by_itself = cluster(X, {.clusters = 3, .method = Fuzzy{}, .kernel = Gaussian{.sigma = 1.0}});
  EXPECT_FALSE(warned(by_itself, "all prototypes coincide"));
  EXPECT_LT(*std::get<Fuzzy>(by_itself.model.method).m, finding(r, "m_crit"));
}

TEST(Family, OutliersScoreHigh) {
  Matrix X = blobs(61, 2, 2, 3, 1);
  X.topRows(60).col(0) +=
      8 * Vector::LinSpaced(60, 0, 59).unaryExpr([](double i) { return std::fmod(i, 2.0); });
  X.row(60) << 4, 14;  // as far from one blob as from the other
  const Result r = cluster(X, {.clusters = 2, .method = Possibilistic{}});
  Index worst = 0;
  r.outlier_scores.maxCoeff(&worst);
  EXPECT_EQ(worst, 60);
  EXPECT_GT(r.outlier_scores[60], 0.9);
  EXPECT_LT((r.model.outlier_scores(X) - r.outlier_scores).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_THROW(cluster(X, {.clusters = 2, .method = Hard{}}).model.outlier_scores(X), Error);
}

TEST(Family, ScalesAndMapsAreInTheModelFile) {
  const Matrix X = blobs(60, 2, 3, 3);
  const test::TemporaryFolder folder;
  const std::string path = folder.file("family.model");
  for (const Method& method : test::all_methods(3)) {
    SCOPED_TRACE(format_choice(method));
    for (const Kernel& kernel : {Kernel(NoKernel{}), Kernel(Gaussian{.sigma = 2.0})}) {
      const Result r = cluster(X, {.clusters = 3, .method = method, .kernel = kernel, .restarts = 1});
      r.model.save(path);
      const Model loaded = Model::load(path);
      EXPECT_EQ(loaded.memberships(X), r.model.memberships(X));
      EXPECT_EQ(loaded.predict(X), r.labels);
    }
  }
}

// With a kernel matrix of new points but no k(z, z), a rule that needs true distances says so.
TEST(Family, MembershipsNeedTheSelfSimilarityOfNewPoints) {
  Matrix K = test::reference_gram(blobs(40, 2, 3, 1), Polynomial{.degree = 2, .offset = 1});
  const Result soft = cluster(K, {.clusters = 3, .method = Softmax{}, .kernel = Precomputed{}});
  EXPECT_NO_THROW(soft.model.memberships(K));
  const Result fuzzy = cluster(K, {.clusters = 3, .method = Fuzzy{}, .kernel = Precomputed{}});
  EXPECT_THROW(fuzzy.model.memberships(K), Error);
  Matrix with_self(40, 41);
  with_self << K, K.diagonal();
  EXPECT_LT((fuzzy.model.memberships(with_self) - fuzzy.memberships).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Family, DegenerateDataGiveAFiniteAnswerOrAnError) {
  Random random(7);
  int fitted = 0;
  for (Index n : {1, 2, 5, 20})
    for (Index d : {0, 1, 3})
      for (int k : {1, 2, static_cast<int>(n)})
        for (double scale : {1.0, 1e150, 1e-150})
          for (int shape = 0; shape < 2; ++shape) {
            Matrix X(n, d);
            for (Index i = 0; i < X.size(); ++i) X.data()[i] = scale * (shape == 0 ? random.normal() : 1.0);
            if (shape == 1 && n > 1 && d > 0) X.topRows(n / 2) *= 2;
            for (const Kernel& kernel : {Kernel(NoKernel{}), Kernel(Gaussian{}), Kernel(Linear{})})
              for (const Method& method : test::all_methods(k)) {
                SCOPED_TRACE(testing::Message()
                             << n << " x " << d << ", k = " << k << ", scale " << scale << ", shape " << shape
                             << ", " << format_choice(kernel) << ", " << format_choice(method));
                try {
                  const Result r =
                      cluster(X, {.clusters = k, .method = method, .kernel = kernel, .restarts = 2});
                  ++fitted;
                  ASSERT_TRUE(std::isfinite(r.objective));
                  ASSERT_TRUE(r.memberships.allFinite());
                  ASSERT_TRUE(r.model.transform(X).allFinite());
                } catch (const Error& e) {
                  ASSERT_FALSE(std::string(e.what()).empty());
                }
              }
          }
  EXPECT_GT(fitted, 1000);
}

}  // namespace
}  // namespace mercer
