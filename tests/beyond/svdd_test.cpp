// The smallest sphere: its optimality conditions, known spheres, and the method one-class at the front door.
#include "beyond/svdd.hpp"

#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::expect_error;

// The dual is concave: no exchange of weight between two points may gain more than the gap says.
double worst_exchange(const Matrix& K, const Vector& beta, double C) {
  const Vector g = 2 * K * beta - K.diagonal();
  double worst = 0;
  for (Index i = 0; i < K.rows(); ++i)
    for (Index j = 0; j < K.rows(); ++j)
      if (beta[i] < C * (1 - 1e-9) && beta[j] > 1e-9 * C) worst = std::max(worst, g[j] - g[i]);
  return worst;
}

// Of many points a product with the kernel matrix takes seconds, which Ctrl-C must not wait for.
TEST(Svdd, StopsWithinAProduct) {
  Control control;
  control.stop = true;
  const auto found = [&](Index n) {
    const auto gram = test::point_gram<double>(test::blobs(n, 2, 2, 1, 2), Gaussian{.sigma = 1.0});
    return svdd(*gram, {.C = 0.1, .control = &control});
  };
  EXPECT_TRUE(found(6000).cut);
  const Svdd few = found(200);
  EXPECT_FALSE(few.cut);
  EXPECT_NEAR(few.beta.sum(), 1, 1e-9);
}

TEST(Svdd, IsOptimalForEveryKernelAndPrice) {
  const Matrix X = test::blobs(80, 3, 2, 1, 2);
  for (const Kernel& kernel : test::point_kernels()) {
    if (std::holds_alternative<Sigmoid>(kernel)) continue;  // indefinite
    const Matrix K = test::reference_gram(X, kernel);
    for (const double C : {1.0 / 80, 1.0 / 79, 0.02, 0.1, 1.0}) {
      SCOPED_TRACE(format_choice(kernel) + ", C = " + std::to_string(C));
      const Svdd s = svdd(*test::point_gram<double>(X, kernel), {.C = C});
      EXPECT_TRUE(s.converged);
      EXPECT_NEAR(s.beta.sum(), 1, 1e-9);
      EXPECT_GE(s.beta.minCoeff(), 0);
      EXPECT_LE(s.beta.maxCoeff(), C * (1 + 1e-9));
      EXPECT_LE(worst_exchange(K, s.beta, C), 1e-5 * s.scale);
      EXPECT_NEAR(s.objective, s.beta.dot(K.diagonal()) - s.beta.dot(K * s.beta), 1e-8 * s.scale);
      const Vector d = (K.diagonal() - 2 * K * s.beta).array() + s.beta.dot(K * s.beta);
      EXPECT_LT((s.distances2 - d).cwiseAbs().maxCoeff(), 1e-8 * (s.scale + K.cwiseAbs().maxCoeff()));
      for (Index i = 0; i < 80; ++i) {  // inside, on the sphere, outside
        const bool in = s.beta[i] == 0, out = s.beta[i] == C;
        EXPECT_LE(in ? d[i] : 0, s.radius2 + 1e-5 * s.scale);
        EXPECT_GE(out ? d[i] : s.radius2, s.radius2 - 1e-5 * s.scale);
      }
    }
  }
}

// C = 1, linear: the smallest circle around points. Of an equilateral triangle it is the circle through its
// corners.
TEST(Svdd, FindsTheSmallestCircle) {
  Matrix X(5, 2);
  X << 0, 0, 2, 0, 1, std::sqrt(3.0), 1, 0.5, 0.9, 0.4;
  const Svdd s = svdd(*test::point_gram<double>(X, Linear{}), {.C = 1});
  EXPECT_NEAR(s.radius2, 4.0 / 3, 1e-5);
  EXPECT_LT((s.beta.head(3) - Vector::Constant(3, 1.0 / 3)).norm(), 1e-4);
  EXPECT_EQ(s.support(), (std::vector<Index>{0, 1, 2}));
  // an obtuse one: the circle over its longest side
  Matrix Y(3, 2);
  Y << 0, 0, 4, 0, 2, 0.5;
  EXPECT_NEAR(svdd(*test::point_gram<double>(Y, Linear{}), {.C = 1}).radius2, 4, 1e-5);
}

TEST(Svdd, AtTheLeastPriceTheCentreIsTheMean) {
  const Matrix X = test::blobs(37, 3, 2, 2);
  const Svdd s = svdd(*test::point_gram<double>(X, Gaussian{.sigma = 2.0}), {.C = 1.0 / 37});
  EXPECT_LT((s.beta - Vector::Constant(37, 1.0 / 37)).norm(), 1e-12);
  EXPECT_TRUE(s.converged);
}

TEST(Svdd, SmallCachesAndManyStepsChangeNothing) {
  const Matrix X = test::blobs(1500, 3, 3, 3, 2);
  const auto gram = test::point_gram<double>(X, Gaussian{.sigma = 0.7});
  const Svdd large = svdd(*gram, {.C = 1 / (0.2 * 1500)}),
             small = svdd(*gram, {.C = 1 / (0.2 * 1500), .cache_bytes = 1});
  EXPECT_GT(large.steps, 1000);  // weights were left aside on the way
  EXPECT_TRUE(large.beta == small.beta);
  EXPECT_LE(worst_exchange(test::reference_gram(X, Gaussian{.sigma = 0.7}), large.beta, 1 / 300.0), 4e-6);
}

TEST(Svdd, PointsThatCoincideAreASphereOfNoSize) {
  const Svdd s =
      svdd(*test::point_gram<double>(Matrix(Matrix::Ones(9, 2)), Gaussian{.sigma = 1.0}), {.C = 0.5});
  EXPECT_TRUE(s.converged);
  EXPECT_NEAR(s.radius2, 0, 1e-12);
}

Options one_class(OneClass method, Kernel kernel = Gaussian{.sigma = 2.0}) {
  return {.method = method, .kernel = kernel};
}

TEST(OneClass, LeavesAboutTheShareOutsideAndPredictsTheSame) {
  const Matrix all = test::blobs(600, 2, 1, 4), X = all.topRows(400), Z = all.bottomRows(200);
  for (const Kernel& kernel : {Kernel(Gaussian{.sigma = 2.0}), Kernel(NoKernel{}), Kernel(Polynomial{})}) {
    SCOPED_TRACE(format_choice(kernel));
    const Result r = cluster(X, one_class({.nu = 0.1}, kernel));
    const auto outside = std::count(r.labels.begin(), r.labels.end(), -1);
    EXPECT_LE(outside, 40);
    EXPECT_GE(outside, 30);
    EXPECT_TRUE(r.converged);
    EXPECT_EQ(r.model.clusters(), 1);
    EXPECT_EQ(r.model.predict(X), r.labels);
    EXPECT_LT((r.model.outlier_scores(X) - r.outlier_scores).cwiseAbs().maxCoeff(),
              1e-8 * r.outlier_scores.cwiseAbs().maxCoeff());
    const Labels fresh = r.model.predict(Z);
    EXPECT_NEAR(static_cast<double>(std::count(fresh.begin(), fresh.end(), -1)), 20, 15);
    const test::TemporaryFolder folder;
    r.model.save(folder.file("m"));
    const Model again = Model::load(folder.file("m"));
    EXPECT_EQ(again.predict(Z), fresh);
    EXPECT_TRUE(again.outlier_scores(Z) == r.model.outlier_scores(Z));
  }
}

TEST(OneClass, AMatrixMayBeGiven) {
  const Matrix X = test::blobs(100, 2, 1, 5), K = test::reference_gram(X, Gaussian{.sigma = 2.0});
  const Result points = cluster(X, one_class({.C = 0.05})),
               given = cluster(K, one_class({.C = 0.05}, Precomputed{}));
  EXPECT_EQ(points.labels, given.labels);
  EXPECT_NEAR(points.objective, given.objective, 1e-9);
  EXPECT_EQ(given.model.predict(K), given.labels);
  // distances are as good: the origin cancels
  Matrix D(100, 100);
  for (Index i = 0; i < 100; ++i)
    for (Index j = 0; j < 100; ++j) D(i, j) = (X.row(i) - X.row(j)).norm();
  const Result linear = cluster(X, one_class({.C = 0.05}, Linear{})),
               distances = cluster(D, one_class({.C = 0.05}, Dissimilarity{}));
  EXPECT_EQ(linear.labels, distances.labels);
  EXPECT_NEAR(linear.objective, distances.objective, 1e-6 * linear.objective);
}

TEST(OneClass, BadInputIsNamed) {
  const Matrix X = test::blobs(50, 2, 1, 6);
  const auto refused = [&](std::vector<std::string> words, Options o) {
    expect_error(Fault::usage, words, [&] { cluster(X, o); });
  };
  refused({"nu = 0", "above 0"}, one_class({.nu = 0.0}));
  refused({"nu = 1.5"}, one_class({.nu = 1.5}));
  refused({"C = 0.01", "1/n = 0.02", "and 1"}, one_class({.C = 0.01}));
  refused({"C = 2"}, one_class({.C = 2.0}));
  refused({"leave one of them out"}, one_class({.nu = 0.1, .C = 0.5}));
  Options counted = one_class({});
  counted.clusters = 3;
  refused({"one-class", "leave `clusters` out"}, counted);
  const Result r = cluster(X, {.clusters = 2, .method = Hard{}});
  expect_error(Fault::usage, {"one-class"}, [&] { r.model.outlier_scores(X); });
}

}  // namespace
}  // namespace mercer
