// cluster(data, options) as a user calls it: promises over methods, kernels, storage, threads and bad input.
#include "mercer/cluster.hpp"

#include <set>

#include "support.hpp"

namespace mercer {
namespace {

using test::blobs;

std::vector<Kernel> kernels() {
  auto all = test::point_kernels();
  all.insert(all.begin(), NoKernel{});
  all.push_back(Gaussian{});
  all.push_back(Gaussian{.local = true});
  return all;
}
std::vector<Init> inits() {
  return {KernelPlusPlus{},        RandomPartition{}, InputKMeans{},  Singleton{},   Singleton{"random"},
          Singleton{"least-norm"}, Singleton{"3"},    RandomPoints{}, GlobalSearch{}};
}

void expect_message(const std::function<void()>& f, Fault fault, const std::string& part) {
  try {
    f();
    FAIL() << "no error; expected: " << part;
  } catch (const Error& e) {
    EXPECT_EQ(e.fault(), fault) << e.what();
    EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
  }
}

TEST(Cluster, TrainingPointsArePredictedAsTheyWereLabelled) {
  const Matrix X = blobs(120, 3, 4, 1);
  for (const Kernel& kernel : kernels())
    for (const Method& method : test::all_methods(4)) {
      SCOPED_TRACE(format_choice(kernel) + ", " + format_choice(method));
      Options o{.clusters = 4, .method = method, .kernel = kernel, .restarts = 3};
      const Result r = cluster(X, o);
      EXPECT_TRUE(std::isfinite(r.objective));
      const auto found = std::set<int>(r.labels.begin(), r.labels.end()).size();
      if (!test::may_lose_clusters(method)) {
        EXPECT_EQ(found, 4U);
      } else if (found < 4 && !std::holds_alternative<Som>(method)) {  // never in silence
        const bool told = std::any_of(r.warnings.begin(), r.warnings.end(), [](const Warning& w) {
          return w.what.find("of 4 clusters") != std::string::npos;
        });
        EXPECT_TRUE(told);
      }
      EXPECT_EQ(r.model.predict(X), r.labels);
      const Matrix distances = r.model.transform(X);
      EXPECT_TRUE(distances.allFinite());
      const Matrix memberships = r.model.memberships(X);
      if (!std::holds_alternative<Possibilistic>(method)) {
        EXPECT_LT((memberships.rowwise().sum() - Vector::Ones(120)).cwiseAbs().maxCoeff(), 1e-9);
      }
      if (r.memberships.size() > 0) {
        EXPECT_LT((memberships - r.memberships).cwiseAbs().maxCoeff(), 1e-8);
      }
    }
}

TEST(Cluster, EveryStartEndsWithAllClusters) {
  const Matrix X = blobs(90, 2, 5, 2);
  for (const Init& init : inits())
    for (const Kernel& kernel : {Kernel(NoKernel{}), Kernel(Gaussian{})}) {
      SCOPED_TRACE(format_choice(init) + ", " + format_choice(kernel));
      const Result r = cluster(X, {.clusters = 5, .kernel = kernel, .init = init, .restarts = 4});
      EXPECT_EQ(std::set<int>(r.labels.begin(), r.labels.end()).size(), 5U);
      EXPECT_TRUE(r.converged);
    }
}

TEST(Cluster, BitsDoNotDependOnThreads) {
  const Matrix X = blobs(900, 4, 5, 3);
  for (const Kernel& kernel : {Kernel(NoKernel{}), Kernel(Gaussian{}), Kernel(Polynomial{})})
    for (const Method& method : {Method(Hard{}), Method(Softmax{})})
      for (const Precision precision : {Precision::double_, Precision::single_}) {
        SCOPED_TRACE(format_choice(kernel) + ", " + format_choice(method));
        Options o{.clusters = 5,
                  .method = method,
                  .kernel = kernel,
                  .restarts = 3,
                  .precision = precision,
                  .threads = 1};
        const Result one = cluster(X, o);
        for (int threads : {2, 3, 8}) {
          o.threads = threads;
          const Result many = cluster(X, o);
          EXPECT_EQ(many.labels, one.labels);
          EXPECT_EQ(many.objective, one.objective);
          EXPECT_EQ(many.history, one.history);
        }
      }
}

TEST(Cluster, StoredAndTiledAreTheSameBits) {
  const Matrix X = blobs(1000, 3, 4, 4);
  Options o{.clusters = 4, .kernel = Gaussian{}, .restarts = 2, .precision = Precision::double_};
  o.storage = Holding::stored;
  const Result stored = cluster(X, o);
  o.storage = Holding::tiled;
  const Result tiled = cluster(X, o);
  EXPECT_EQ(stored.plan.storage, Storage::stored);
  EXPECT_EQ(tiled.plan.storage, Storage::tiled);
  EXPECT_EQ(stored.labels, tiled.labels);
  EXPECT_NEAR(stored.objective, tiled.objective, 1e-9 * stored.objective);
}

TEST(Cluster, FloatTilesAgreeWithDoubleOnes) {
  const Matrix X = blobs(800, 6, 4, 5);
  Options o{.clusters = 4, .kernel = Gaussian{}, .precision = Precision::double_};
  const Result exact = cluster(X, o);
  o.precision = Precision::single_;
  const Result quick = cluster(X, o);
  EXPECT_EQ(score(quick.labels, exact.labels).accuracy, 1);  // seeds may be drawn in another order
  EXPECT_NEAR(exact.objective, quick.objective, 1e-6 * exact.objective);
}

TEST(Cluster, GivenKernelAndDissimilaritiesEqualThePoints) {
  const Matrix X = blobs(100, 3, 4, 6);
  Kernel kernel = Gaussian{};
  const Matrix K = gram(X, kernel);
  Matrix D(100, 100);
  for (Index i = 0; i < 100; ++i)
    for (Index j = 0; j < 100; ++j) D(i, j) = (X.row(i) - X.row(j)).norm();
  const Result points = cluster(X, {.clusters = 4, .kernel = kernel});
  const Result given = cluster(K, {.clusters = 4, .kernel = Precomputed{}});
  EXPECT_EQ(points.labels, given.labels);
  EXPECT_EQ(given.model.predict(K), given.labels);
  const Result input = cluster(X, {.clusters = 4, .method = Hard{}});
  const Result distances = cluster(D, {.clusters = 4, .kernel = Dissimilarity{}});
  EXPECT_EQ(input.labels, distances.labels);
  EXPECT_NEAR(input.objective, distances.objective, 1e-8 * input.objective);
  EXPECT_EQ(distances.model.predict(D), distances.labels);
  EXPECT_LT((input.model.transform(X) - distances.model.transform(D)).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(Cluster, SparsePointsEqualDenseOnes) {
  Random random(9);
  Matrix X = Matrix::Zero(80, 30);
  for (Index i = 0; i < 80; ++i)
    for (Index j = 0; j < 6; ++j) X(i, (i % 4) * 7 + random.below(7)) = random.uniform(0.5, 2);
  const SparseMatrix S = X.sparseView();
  for (const Kernel& kernel :
       {Kernel(NoKernel{}), Kernel(Linear{}), Kernel(Gaussian{}), Kernel(Cosine{}), Kernel(Polynomial{})}) {
    SCOPED_TRACE(format_choice(kernel));
    const Result dense = cluster(X, {.clusters = 4, .kernel = kernel}),
                 sparse = cluster(S, {.clusters = 4, .kernel = kernel});
    EXPECT_EQ(dense.labels, sparse.labels);
    EXPECT_NEAR(dense.objective, sparse.objective, 1e-8 * dense.objective);
    EXPECT_EQ(sparse.model.predict(S), sparse.labels);
  }
}

TEST(Cluster, SearchNeverMakesItWorse) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Matrix X = blobs(150, 2, 8, seed);
    Options o{.clusters = 8, .restarts = 1, .seed = seed};
    const double plain = cluster(X, o).objective;
    o.search = Swap{20};
    EXPECT_LE(cluster(X, o).objective, plain * (1 + 1e-12));
  }
}

// No crash and no NaN over small and degenerate data: K clusters, or an error with a name.
TEST(Cluster, DegenerateDataGiveClustersOrANamedError) {
  Random random(77);
  int fitted = 0;
  for (Index n : {1, 2, 3, 5, 8, 13, 50})
    for (Index d : {0, 1, 2, 5})
      for (Index k : {Index{1}, Index{2}, (n + 1) / 2, n})
        for (double scale : {1.0, 1e150, 1e-150})
          for (int shape = 0; shape < 3; ++shape) {
            Matrix X(n, d);
            for (Index i = 0; i < X.size(); ++i) X.data()[i] = scale * (shape == 0 ? random.normal() : 1.0);
            if (shape == 2 && n > 1 && d > 0) X.topRows(n / 2) *= 2;  // two distinct points
            for (const Kernel& kernel :
                 {Kernel(NoKernel{}), Kernel(Linear{}), Kernel(Gaussian{}), Kernel(Gaussian{.local = true}),
                  Kernel(Laplacian{}), Kernel(Cosine{}), Kernel(Polynomial{})})
              for (const Method& method : {Method(Hard{}), Method(Softmax{})}) {
                try {
                  const Result r =
                      cluster(X, {.clusters = k, .method = method, .kernel = kernel, .restarts = 2});
                  ++fitted;
                  ASSERT_TRUE(std::isfinite(r.objective))
                      << n << " " << d << " " << k << " " << scale << format_choice(kernel);
                  if (std::holds_alternative<Hard>(method)) {
                    ASSERT_EQ(std::set<int>(r.labels.begin(), r.labels.end()).size(),
                              static_cast<std::size_t>(k))
                        << n << " " << d << " " << k << " " << scale << " " << shape << format_choice(kernel);
                  }
                  ASSERT_TRUE(r.memberships.allFinite());
                } catch (const Error& e) {
                  ASSERT_FALSE(std::string(e.what()).empty());
                }
              }
          }
  EXPECT_GT(fitted, 1000);
}

TEST(Cluster, BadInputIsNamed) {
  const Matrix X = blobs(10, 2, 2, 1);
  const auto with = [&](auto change, const Matrix& data) {
    Options o;
    change(o);
    return [o, data] { cluster(data, o); };
  };
  expect_message(with([](Options& o) { o.clusters = 0; }, X), Fault::usage,
                 "clusters = 0 must be at least 1");
  expect_message(with([](Options& o) { o.clusters = 12; }, X), Fault::usage,
                 "clusters = 12 exceeds 10 points");
  expect_message(with([](Options& o) { o.clusters = 3; }, Matrix(Matrix::Ones(5, 2))), Fault::usage,
                 "exceeds the 1 distinct point;");
  expect_message(with([](Options& o) { o.kernel = Gaussian{.sigma = -1.0}; }, X), Fault::usage,
                 "sigma = -1 must be above 0");
  expect_message(with([](Options& o) { o.kernel = Gaussian{.sigma = 1.0, .gamma = 1.0}; }, X), Fault::usage,
                 "sigma or gamma");
  expect_message(with([](Options& o) { o.kernel = Precomputed{}; }, X), Fault::data, "10 rows and 2 columns");
  Matrix crooked = Matrix::Identity(4, 4);
  crooked(1, 2) = 0.5;
  expect_message(with([](Options& o) { o.kernel = Precomputed{}; }, crooked), Fault::data, "not symmetric");
  Matrix hole = X;
  hole(3, 1) = std::nan("");
  expect_message(with([](Options&) {}, hole), Fault::data, "row 4, column 2");
  expect_message(with([](Options& o) { o.weights = Vector::Ones(3); }, X), Fault::data,
                 "3 weights for 10 points");
  expect_message(with([](Options& o) { o.weights = Vector::Zero(10); }, X), Fault::data,
                 "weight 0 of point 1");
  expect_message(with([](Options& o) { o.memory = 1000; }, X), Fault::memory, "at least");
  expect_message(with(
                     [](Options& o) {
                       o.method = Softmax{};
                       o.search = Swap{};
                     },
                     X),
                 Fault::usage, "swap works with method kmeans");
  expect_message(with([](Options& o) { o.init = Singleton{"99"}; }, X), Fault::usage, "pick = '99'");
  expect_message(
      [&] { cluster(X, {.clusters = 2, .method = Hard{}}).model.predict(Matrix(Matrix::Ones(3, 5))); },
      Fault::data, "5 columns");
  expect_message(with([](Options& o) { o.kernel = Polynomial{.degree = 3}; }, Matrix(X * 1e150)), Fault::data,
                 "the kernel of point");
}

TEST(Cluster, IndefiniteKernelsAreNamedInAWarning) {
  const Matrix X = blobs(60, 2, 3, 1);
  const Result sigmoid = cluster(X, {.clusters = 3, .kernel = Sigmoid{.gamma = 0.5, .offset = -1}});
  ASSERT_FALSE(sigmoid.warnings.empty());
  EXPECT_NE(sigmoid.warnings[0].what.find("not positive definite"), std::string::npos);
  Matrix K = -Matrix::Identity(6, 6);
  K(0, 1) = K(1, 0) = 3;
  EXPECT_FALSE(cluster(K, {.clusters = 2, .kernel = Precomputed{}}).warnings.empty());
  EXPECT_TRUE(cluster(X, {.clusters = 3, .kernel = Gaussian{}}).warnings.empty());
}

TEST(Cluster, StiffnessBelowTheCriticalOneIsNamed) {
  const Matrix X = blobs(100, 2, 3, 1);
  const Result r = cluster(X, {.clusters = 3, .method = Softmax{.beta = 1e-4}});
  ASSERT_FALSE(r.warnings.empty());
  EXPECT_NE(r.warnings[0].what.find("critical stiffness"), std::string::npos);
  // and it is true: all responsibilities are equal
  EXPECT_LT((r.memberships.array() - 1.0 / 3).abs().maxCoeff(), 1e-2);
  EXPECT_GT(cluster(X, {.clusters = 3, .method = Softmax{}}).memberships.maxCoeff(), 0.9);
}

TEST(Cluster, SilhouetteIsThatOfTheDefinition) {
  const Matrix X = blobs(40, 2, 3, 3);
  const Labels labels = cluster(X, {.clusters = 3, .method = Hard{}}).labels;
  double sum = 0;
  for (Index i = 0; i < 40; ++i) {
    Vector total = Vector::Zero(3), count = Vector::Zero(3);
    for (Index j = 0; j < 40; ++j) {
      if (i == j) continue;
      total[labels[static_cast<std::size_t>(j)]] += (X.row(i) - X.row(j)).norm();
      count[labels[static_cast<std::size_t>(j)]] += 1;
    }
    const int own = labels[static_cast<std::size_t>(i)];
    const double a = total[own] / count[own];
    double b = INFINITY;
    for (int c = 0; c < 3; ++c)
      if (c != own) b = std::min(b, total[c] / count[c]);
    sum += (b - a) / std::max(a, b);
  }
  EXPECT_NEAR(silhouette(X, NoKernel{}, labels), sum / 40, 1e-10);
}

TEST(Cluster, AStopReturnsTheBestSoFar) {
  const Matrix X = blobs(400, 2, 4, 1);
  Control control;
  int calls = 0;
  control.progress = [&](std::string_view phase, std::int64_t, std::int64_t) {
    if (phase == "swap search" && ++calls == 3) control.stop = true;
  };
  const Result r =
      cluster(X, {.clusters = 8, .kernel = Gaussian{}, .search = Swap{1000}, .control = &control});
  EXPECT_TRUE(r.interrupted);
  EXPECT_EQ(r.labels.size(), 400U);
  EXPECT_EQ(r.model.predict(X), r.labels);
  EXPECT_LT(calls, 20);
}

TEST(Cluster, ModelsAreTheSameAfterAFile) {
  const Matrix X = blobs(70, 3, 3, 5);
  const SparseMatrix S = X.sparseView();
  const std::string path = testing::TempDir() + "mercer_cluster_test.model";
  for (const Kernel& kernel : kernels())
    for (const Method& method : test::all_methods(3))
      for (const Data& data : {Data(X), Data(S), Data(MatrixOf<float>(X.cast<float>()))}) {
        SCOPED_TRACE(format_choice(kernel) + ", " + format_choice(method));
        Options o{.clusters = 3, .method = method, .kernel = kernel, .restarts = 1};
        o.weights = Vector::LinSpaced(70, 0.5, 2);
        const Result r = cluster(data, o);
        r.model.save(path);
        EXPECT_NEAR(static_cast<double>(std::filesystem::file_size(path)),
                    static_cast<double>(r.model.bytes()), 300);
        const Model loaded = Model::load(path);
        EXPECT_EQ(loaded.predict(data), r.labels);
        EXPECT_EQ(loaded.transform(data), r.model.transform(data));
        EXPECT_EQ(loaded.memberships(data), r.model.memberships(data));
        EXPECT_EQ(format_choice(loaded.method), format_choice(r.model.method));
      }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace mercer
