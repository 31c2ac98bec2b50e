// Approximations as a user asks for them: against exact runs, over methods, weights, files, threads and bad
// input.
#include <set>

#include "embed/feature_map.hpp"
#include "io/temporary.hpp"
#include "model/assign.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::blobs;
using test::expect_error;

std::vector<Approx> approximations() {
  return {Nystrom{.landmarks = 30}, Nystrom{.landmarks = 30, .sampler = LandmarkSampler::uniform},
          RandomFeatures{.features = 200}, MiniBatch{.size = 64}};
}
bool takes(const Approx& approx, const Method& method) {
  return !std::holds_alternative<MiniBatch>(approx) || std::holds_alternative<Hard>(method);
}

// tr K - sum_j s_j / W_j from the definition
double objective_of(const Matrix& K, const Labels& labels, const Vector& w, Index clusters) {
  Vector s = Vector::Zero(clusters), mass = Vector::Zero(clusters);
  double total = 0;
  for (Index i = 0; i < K.rows(); ++i) {
    const int a = labels[static_cast<std::size_t>(i)];
    mass[a] += w[i];
    total += w[i] * K(i, i);
    for (Index j = 0; j < K.rows(); ++j)
      if (labels[static_cast<std::size_t>(j)] == a) s[a] += w[i] * w[j] * K(i, j);
  }
  return total - (s.array() / mass.array()).sum();
}

TEST(Approx, AllPointsAsLandmarksIsExact) {
  const Matrix X = blobs(120, 3, 4, 1);
  for (const Kernel& kernel : {Kernel(Gaussian{.sigma = 2.0}), Kernel(Laplacian{.sigma = 2.0}),
                               Kernel(Polynomial{.degree = 2}), Kernel(Linear{}), Kernel(Cosine{})})
    for (const Method& method : {Method(Hard{}), Method(Softmax{.beta = 3.0})}) {
      SCOPED_TRACE(format_choice(kernel) + ", " + format_choice(method));
      Options o{.clusters = 4, .method = method, .kernel = kernel, .restarts = 5};
      o.weights = Vector::LinSpaced(120, 0.5, 2);
      const Result exact = cluster(X, o);
      o.approx = Nystrom{.landmarks = 120};
      const Result full = cluster(X, o);
      EXPECT_EQ(score(full.labels, exact.labels).accuracy, 1);
      EXPECT_NEAR(full.objective, exact.objective, 1e-8 * std::abs(exact.objective));
      ASSERT_TRUE(full.approximation);
      EXPECT_LT(full.approximation->error, 1e-7);
      EXPECT_FALSE(exact.approximation);
    }
}

// The objective reported is that of prototypes in the span: what the exact one may be below it is bounded.
TEST(Approx, TheErrorOfNystromBoundsTheObjective) {
  const Matrix X = blobs(300, 3, 4, 2);
  const Kernel kernel = Gaussian{.sigma = 1.5};
  const Matrix K = test::reference_gram(X, kernel);
  const Vector w = Vector::LinSpaced(300, 0.5, 2);
  for (const Index landmarks : {5, 20, 80}) {
    Options o{.clusters = 4, .kernel = kernel, .approx = Nystrom{.landmarks = landmarks}};
    o.weights = w;
    const Result r = cluster(X, o);
    const double exact = objective_of(K, r.labels, w, 4), trace = w.dot(Vector(K.diagonal()));
    EXPECT_LE(exact, r.objective * (1 + 1e-9));
    EXPECT_GE(exact, r.objective - r.approximation->error * trace * (1 + 1e-9));
    // and it is the sum of the squared distances to the prototypes in feature space
    const Matrix d = r.model.transform(X);
    double sum = 0;
    for (Index i = 0; i < 300; ++i) sum += w[i] * std::pow(d(i, r.labels[static_cast<std::size_t>(i)]), 2);
    EXPECT_NEAR(sum, r.objective, 1e-8 * r.objective);
  }
}

TEST(Approx, TheErrorOfRandomFeaturesIsThatOfKernelValues) {
  const Matrix X = blobs(200, 4, 5, 3, 6);  // fewer than the sample: all pairs
  const Kernel kernel = Gaussian{.sigma = 3.0};
  const Result r = cluster(X, {.clusters = 5, .kernel = kernel, .approx = RandomFeatures{.features = 300}});
  const Matrix K = test::reference_gram(X, kernel);
  FeatureMap map = std::get<kinds::Features>(r.model.kind).map;
  map.mean.resize(0);
  const Matrix Z = embed<double>(map, kernel, X, 0, 200).values;
  EXPECT_NEAR(r.approximation->error, std::sqrt((Z * Z.transpose() - K).squaredNorm() / (200.0 * 199.0)),
              1e-6);
}

TEST(Approx, FindsWhatTheExactMethodFinds) {
  const Matrix X = blobs(600, 4, 5, 3, 6);
  const Result exact = cluster(X, {.clusters = 5, .kernel = Gaussian{}});
  for (const Approx& approx : approximations()) {
    SCOPED_TRACE(format_choice(approx));
    const Result r = cluster(X, {.clusters = 5, .kernel = Gaussian{}, .approx = approx});
    EXPECT_GT(score(r.labels, exact.labels).ari, 0.99);
    EXPECT_NEAR(r.objective, exact.objective, 0.15 * exact.objective);
    EXPECT_GT(r.approximation->rank, 0);
    EXPECT_GT(r.approximation->error, 0);
    EXPECT_FALSE(r.approximation->meaning.empty());
  }
}

TEST(Approx, TrainingPointsArePredictedAsTheyWereLabelledAlsoAfterAFile) {
  const test::TemporaryFolder folder;
  const Matrix X = blobs(200, 3, 4, 4);
  const SparseMatrix S = X.sparseView();
  for (const Approx& approx : approximations())
    for (const Method& method : {Method(Hard{}), Method(Softmax{})})
      for (const Precision precision : {Precision::double_, Precision::single_})
        for (const Data& data : {Data(X), Data(S)}) {
          if (!takes(approx, method)) continue;
          SCOPED_TRACE(format_choice(approx) + ", " + format_choice(method));
          Options o{.clusters = 4, .method = method, .kernel = Gaussian{}, .approx = approx, .restarts = 2};
          o.precision = precision;
          o.weights = Vector::LinSpaced(200, 0.5, 2);
          const Result r = cluster(data, o);
          EXPECT_EQ(r.model.predict(data), r.labels);
          if (std::holds_alternative<Softmax>(method)) {
            EXPECT_LT((r.model.memberships(data) - r.memberships).cwiseAbs().maxCoeff(), 1e-5);
          }
          EXPECT_EQ(r.model.coordinates().size(), 0);
          r.model.save(folder.file("m"));
          const Model loaded = Model::load(folder.file("m"));
          EXPECT_EQ(format_choice(loaded.approx), format_choice(r.plan.approx));
          EXPECT_EQ(loaded.predict(data), r.labels);
          EXPECT_EQ(loaded.transform(data), r.model.transform(data));
          EXPECT_EQ(loaded.predict(X), loaded.predict(S));
        }
}

TEST(Approx, AGivenKernelEqualsThePoints) {
  const Matrix X = blobs(150, 3, 4, 5);
  Kernel kernel = Gaussian{.sigma = 2.0};
  const Matrix K = gram(X, kernel);
  for (const Approx& approx : {Approx(Nystrom{.landmarks = 25}), Approx(MiniBatch{.size = 80})}) {
    SCOPED_TRACE(format_choice(approx));
    const Result points = cluster(X, {.clusters = 4, .kernel = kernel, .approx = approx});
    const Result given = cluster(K, {.clusters = 4, .kernel = Precomputed{}, .approx = approx});
    EXPECT_EQ(points.labels, given.labels);
    EXPECT_NEAR(points.objective, given.objective, 1e-6 * given.objective);
    EXPECT_EQ(given.model.predict(K), given.labels);
    EXPECT_LT((given.model.transform(K) - points.model.transform(X)).cwiseAbs().maxCoeff(), 1e-6);
  }
  // where k(x, x) varies, new points bring theirs
  const Matrix P = X * X.transpose();
  const Result r = cluster(P, {.clusters = 4, .kernel = Precomputed{}, .approx = Nystrom{.landmarks = 20}});
  EXPECT_EQ(r.model.predict(P), r.labels);
  expect_error(Fault::data, {"column 151"}, [&] { r.model.transform(P); });
  Matrix wide(150, 151);
  wide << P, P.diagonal();
  const Matrix d = r.model.transform(wide);  // three dimensions: twenty landmarks span them
  double sum = 0;
  for (Index i = 0; i < 150; ++i) sum += std::pow(d(i, r.labels[static_cast<std::size_t>(i)]), 2);
  EXPECT_NEAR(sum, vector_errors(X, r.labels).sse, 1e-8 * sum);
}

TEST(Approx, MiniBatchesTakeDissimilarities) {
  const Matrix X = blobs(150, 3, 4, 5, 8);
  Matrix D(150, 150);
  for (Index i = 0; i < 150; ++i)
    for (Index j = 0; j < 150; ++j) D(i, j) = (X.row(i) - X.row(j)).norm();
  const Result r = cluster(D, {.clusters = 4, .kernel = Dissimilarity{}, .approx = MiniBatch{.size = 100}});
  EXPECT_GT(score(r.labels, cluster(X, {.clusters = 4}).labels).ari, 0.98);
  EXPECT_EQ(r.model.predict(D), r.labels);
}

TEST(Approx, BitsDoNotDependOnThreads) {
  const Matrix X = blobs(900, 4, 5, 6);
  for (const Approx& approx : approximations())
    for (const Method& method : {Method(Hard{}), Method(Softmax{})})
      for (const Precision precision : {Precision::double_, Precision::single_}) {
        if (!takes(approx, method)) continue;
        SCOPED_TRACE(format_choice(approx) + ", " + format_choice(method));
        Options o{.clusters = 5, .method = method, .kernel = Gaussian{}, .approx = approx, .restarts = 2};
        o.precision = precision;
        o.threads = 1;
        const Result one = cluster(X, o);
        for (const int threads : {2, 3}) {
          o.threads = threads;
          const Result many = cluster(X, o);
          EXPECT_EQ(many.labels, one.labels);
          EXPECT_EQ(many.objective, one.objective);
          EXPECT_EQ(many.history, one.history);
          EXPECT_EQ(many.approximation->error, one.approximation->error);
        }
      }
}

// A point so heavy that a sample by weight sees little else.
TEST(Approx, MiniBatchesSurviveAHeavyPoint) {
  const Matrix X = blobs(500, 2, 3, 7);
  for (const Init& init : {Init(KernelPlusPlus{}), Init(RandomPartition{}), Init(RandomPoints{})}) {
    Options o{.clusters = 3, .kernel = Gaussian{.sigma = 2.0}, .init = init, .approx = MiniBatch{.size = 50}};
    o.weights = Vector::Ones(500);
    o.weights[4] = 1e9;
    try {
      EXPECT_EQ(cluster(X, o).labels.size(), 500U);
    } catch (const Error& e) {  // or the clusters that it left empty are named
      EXPECT_NE(std::string(e.what()).find("stay empty"), std::string::npos) << e.what();
    }
  }
}

// Integer weights are repetitions: a few heavy points pull a prototype as their copies would.
TEST(Approx, WeightsAreRepetitions) {
  const Matrix X = blobs(100, 2, 3, 7);
  Matrix twice(200, 2);
  twice << X, X;
  Options o{.clusters = 3, .kernel = Gaussian{.sigma = 2.0}, .approx = Nystrom{.landmarks = 100}};
  const Result doubled =
      cluster(twice, {.clusters = 3, .kernel = Gaussian{.sigma = 2.0}, .approx = Nystrom{.landmarks = 200}});
  o.weights = Vector::Constant(100, 2);
  const Result weighted = cluster(X, o);
  EXPECT_NEAR(weighted.objective, doubled.objective, 1e-8 * doubled.objective);
}

// The objective of a mini-batch run is that of its prototypes, and the estimated gap to the exact means of
// its clusters is the true one, up to the sample.
TEST(Approx, TheErrorOfMiniBatchesIsTheGapToTheExactMeans) {
  const Matrix X = blobs(1000, 4, 4, 8, 2);
  const Kernel kernel = Gaussian{.sigma = 3.0};
  const Result r =
      cluster(X, {.clusters = 4, .kernel = kernel, .approx = MiniBatch{.size = 60, .window = 40}});
  const Matrix K = test::reference_gram(X, kernel);
  const double exact = objective_of(K, r.labels, Vector::Ones(1000), 4);
  EXPECT_LE(exact, r.objective);
  const double gap = (r.objective - exact) / r.objective;
  EXPECT_GT(gap, 1e-3);
  EXPECT_NEAR(r.approximation->error, gap, 0.5 * gap);
  EXPECT_LE(r.approximation->rank, 4 * 40);
  EXPECT_EQ(points_of(r.model.known).size(), r.approximation->rank);  // the model keeps nothing else
}

// Time that grows with n: a few kernel values a landmark and point, whatever the pairs.
TEST(Approx, KernelValuesAreFew) {
  const Matrix X = blobs(3000, 3, 4, 8);
  Options o{.clusters = 4, .kernel = Gaussian{.sigma = 2.0}, .approx = Nystrom{.landmarks = 50}};
  EXPECT_LE(cluster(X, o).evaluations, 3 * 3000U * 50U);
  o.approx = MiniBatch{.size = 100, .window = 50, .batches = 30};
  o.restarts = 1;
  const auto support = 4 * 50U;
  EXPECT_LE(cluster(X, o).evaluations, 3000U * support + 30U * 100U * support + 600U * support +
                                           31U * 4 * 50 * 50 + 100U * 100U + 2 * 2048U * 2048U);
}

TEST(Approx, AutoStaysExactWhereItIsAffordable) {
  const Matrix X = blobs(300, 2, 3, 9);
  const Result r = cluster(X, {.clusters = 3, .kernel = Gaussian{}, .approx = AutoApprox{}});
  EXPECT_TRUE(std::holds_alternative<Exact>(r.plan.approx));
  EXPECT_FALSE(r.approximation);
  EXPECT_NE(r.plan.reason.find("few enough"), std::string::npos) << r.plan.reason;
  EXPECT_EQ(r.labels, cluster(X, {.clusters = 3, .kernel = Gaussian{}}).labels);
}

TEST(Approx, AutoChoosesByKernelMethodAndMemory) {
  const MatrixOf<float> X = MatrixOf<float>::Random(50000, 2);
  const auto chosen = [&](Options o) {
    o.clusters = 3;
    o.approx = AutoApprox{};
    return plan(Data::view(X.data(), 50000, 2), o);
  };
  const Kernel gaussian = Gaussian{.sigma = 1.0};
  const Plan usual = chosen({.kernel = gaussian, .memory = 4'000'000'000});
  ASSERT_TRUE(std::holds_alternative<Nystrom>(usual.approx));
  EXPECT_EQ(std::get<Nystrom>(usual.approx).landmarks, 448);  // 2 sqrt(50,000)
  EXPECT_EQ(usual.storage, Storage::features);
  EXPECT_NE(usual.reason.find("50000 points"), std::string::npos) << usual.reason;
  const Plan lean = chosen({.kernel = gaussian, .restarts = 1, .memory = 60'000'000});
  ASSERT_TRUE(std::holds_alternative<Nystrom>(lean.approx));
  EXPECT_LT(std::get<Nystrom>(lean.approx).landmarks, 448);
  EXPECT_LE(lean.bytes, 60'000'000U);
  EXPECT_TRUE(std::holds_alternative<Exact>(chosen({.kernel = Linear{}}).approx));
  EXPECT_TRUE(std::holds_alternative<Exact>(chosen({.kernel = Sigmoid{}}).approx));
  EXPECT_TRUE(std::holds_alternative<Exact>(chosen({.kernel = Gaussian{.local = true}}).approx));
}

TEST(Approx, ABudgetTooSmallNamesTheLeastThatWorks) {
  const Matrix X = blobs(5000, 2, 3, 9);
  Options o{.clusters = 3, .kernel = Gaussian{.sigma = 1.0}, .approx = Nystrom{.landmarks = 2000}};
  o.memory = 10'000'000;
  expect_error(Fault::memory, {"nystrom with 2000 landmarks", "fewer landmarks"}, [&] { plan(X, o); });
  o.memory = 1'000'000'000;
  o.memory = plan(X, o).least_bytes;
  EXPECT_NO_THROW(plan(X, o));
  o.memory -= 1'000'000;
  expect_error(Fault::memory, {"--memory"}, [&] { plan(X, o); });
}

TEST(Approx, WhatMakesNoSenseIsRefused) {
  const Matrix X = blobs(50, 2, 3, 10);
  const Kernel gaussian = Gaussian{.sigma = 1.0};
  const auto refused = [&](const Options& o, const std::vector<std::string>& parts) {
    expect_error(Fault::usage, parts, [&] { cluster(X, o); });
  };
  refused({.kernel = gaussian, .approx = Nystrom{.landmarks = 51}}, {"landmarks = 51", "50 points"});
  refused({.kernel = gaussian, .approx = Nystrom{.landmarks = 0}}, {"landmarks = 0"});
  refused({.kernel = gaussian, .approx = Nystrom{.landmarks = -3}}, {"landmarks = -3"});
  refused({.kernel = gaussian, .approx = RandomFeatures{.features = 0}}, {"features = 0"});
  refused({.kernel = gaussian, .approx = MiniBatch{.size = 0}}, {"size = 0"});
  refused({.kernel = gaussian, .approx = MiniBatch{.size = 1}}, {"size = 1", "2 clusters"});
  refused({.kernel = gaussian, .approx = MiniBatch{.window = 0}}, {"window = 0"});
  refused({.kernel = gaussian, .approx = MiniBatch{.batches = 0}}, {"batches = 0"});
  refused({.kernel = gaussian, .approx = MiniBatch{.tolerance = -1}}, {"tolerance = -1"});
  refused({.kernel = Polynomial{}, .approx = RandomFeatures{}}, {"gaussian and laplacian", "polynomial"});
  refused({.kernel = Sigmoid{}, .approx = Nystrom{}}, {"positive definite", "sigmoid"});
  refused({.kernel = Gaussian{.local = true}, .approx = Nystrom{}}, {"gaussian:local"});
  refused({.approx = Nystrom{}}, {"--kernel"});
  refused({.method = Softmax{}, .kernel = gaussian, .approx = MiniBatch{}}, {"kmeans", "nystrom"});
  refused({.method = Softmax{.prototypes = PrototypesIn::input}, .kernel = gaussian, .approx = Nystrom{}},
          {"prototypes = input"});
  refused({.kernel = gaussian, .search = Swap{}, .approx = MiniBatch{}}, {"--search"});
  refused({.kernel = gaussian, .init = Singleton{}, .approx = MiniBatch{}}, {"singleton"});
  refused({.kernel = gaussian, .init = GivenLabels{}, .approx = MiniBatch{}}, {"init = labels"});
  refused({.kernel = Dissimilarity{}, .approx = Nystrom{}}, {"conditionally"});
}

TEST(Approx, AnIndefiniteMatrixIsNamed) {
  Matrix K = Matrix::Identity(6, 6);
  K(0, 1) = K(1, 0) = 3;
  expect_error(Fault::data, {"positive definite"}, [&] {
    cluster(K, {.clusters = 2, .kernel = Precomputed{}, .approx = Nystrom{.landmarks = 3}});
  });
  const Matrix X = blobs(30, 2, 3, 1) * 1e150;
  expect_error(Fault::data, {"the kernel of point"}, [&] {
    cluster(X, {.clusters = 2, .kernel = Polynomial{.degree = 3}, .approx = Nystrom{.landmarks = 5}});
  });
}

TEST(Approx, AStopReturnsTheBestSoFarOrSaysThatThereIsNone) {
  const Matrix X = blobs(400, 2, 4, 1);
  Control control;
  int calls = 0;
  control.progress = [&](std::string_view phase, std::int64_t, std::int64_t) {
    if (phase == "batches" && ++calls == 5) control.stop = true;
  };
  const Result r = cluster(X, {.clusters = 4,
                               .kernel = Gaussian{},
                               .approx = MiniBatch{.size = 50, .tolerance = 0},
                               .control = &control});
  EXPECT_TRUE(r.interrupted);
  EXPECT_EQ(r.labels.size(), 400U);
  EXPECT_EQ(r.iterations, 5);
  expect_error(Fault::failure, {"interrupted"}, [&] {
    cluster(X, {.clusters = 4, .kernel = Gaussian{}, .approx = Nystrom{}, .control = &control});
  });
}

}  // namespace
}  // namespace mercer
