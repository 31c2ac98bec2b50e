// Gaussian mixtures: densities by their definition, EM's law, another program's answer, and the front door.
#include "beyond/mixture.hpp"

#include <Eigen/LU>

#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::expect_error;

constexpr Covariance shapes[] = {Covariance::full, Covariance::diagonal, Covariance::spherical};

double finding(const Result& r, const std::string& name) {
  for (const Finding& found : r.findings)
    if (found.name == name) return found.values.at(0);
  ADD_FAILURE() << "no finding " << name;
  return 0;
}
Data iris(Labels& truth) {
  TableRequest request;
  request.truth = "label";
  const Table table = read_table(std::string(MERCER_TESTS) + "../docs/data/iris.csv", request);
  truth = encode(table.truth);
  return test::features(table);
}

TEST(Mixture, DensitiesAreThoseOfTheDefinition) {
  const Matrix X = test::blobs(60, 3, 2, 1);
  const MixtureFit fit = fit_mixture(X, test::random_labels(60, 2, 3), {.components = 2});
  const Matrix L = log_joint(fit.gaussians, X);
  for (Index k = 0; k < 2; ++k) {
    const Eigen::MatrixXd sigma = fit.gaussians.covariances.middleRows(3 * k, 3);
    for (Index i = 0; i < 60; ++i) {
      const Vector z = (X.row(i) - fit.gaussians.means.row(k)).transpose();
      const double density = std::exp(-0.5 * z.dot(sigma.inverse() * z)) /
                             std::sqrt(std::pow(2 * std::numbers::pi, 3) * sigma.determinant());
      EXPECT_NEAR(L(i, k), std::log(fit.gaussians.weights[k] * density), 1e-9);
    }
  }
  EXPECT_NEAR(log_density(L).sum(), fit.log_likelihood, 1e-6);
  EXPECT_NEAR(posteriors(L).rowwise().sum().minCoeff(), 1, 1e-12);
}

// One M step by its formulas, from certain labels.
TEST(Mixture, TheFirstStepTakesTheLabelsForCertain) {
  const Matrix X = test::blobs(40, 2, 2, 2);
  const Labels labels = test::random_labels(40, 2, 5);
  for (const Covariance shape : shapes) {
    const MixtureFit fit =
        fit_mixture(X, labels, {.components = 2, .covariance = shape, .max_iterations = 1});
    const Matrix centred = X.rowwise() - X.colwise().mean();
    Eigen::MatrixXd prior = centred.transpose() * centred / 39;
    prior.diagonal().array() += 1e-9 * prior.trace() / 2;
    prior /= 2;  // K^(2/d)
    for (int k = 0; k < 2; ++k) {
      Vector mean = Vector::Zero(2);
      double n = 0;
      for (Index i = 0; i < 40; ++i)
        if (labels[static_cast<std::size_t>(i)] == k) {
          mean += X.row(i).transpose();
          ++n;
        }
      mean /= n;
      Eigen::MatrixXd S = prior;
      for (Index i = 0; i < 40; ++i)
        if (labels[static_cast<std::size_t>(i)] == k)
          S += (X.row(i).transpose() - mean) * (X.row(i) - mean.transpose());
      S /= n + 1;
      if (shape != Covariance::full) S = Eigen::MatrixXd(S.diagonal().asDiagonal());
      if (shape == Covariance::spherical) S = Eigen::MatrixXd::Identity(2, 2) * (S.trace() / 2);
      EXPECT_NEAR((fit.gaussians.means.row(k).transpose() - mean).norm(), 0, 1e-12);
      EXPECT_NEAR((fit.gaussians.covariances.middleRows(2 * k, 2) - S).norm(), 0, 1e-12);
      EXPECT_NEAR(fit.gaussians.weights[k], n / 40, 1e-6);
    }
  }
}

// EM never lowers what it climbs.
TEST(Mixture, ThePenalisedLikelihoodNeverFalls) {
  const Matrix X = test::blobs(300, 3, 4, 3, 2);
  for (const Covariance shape : shapes)
    for (const double prior : {0.0, 1.0, 5.0})
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const MixtureFit fit = fit_mixture(
            X, test::random_labels(300, 4, seed),
            {.components = 4, .covariance = shape, .prior = prior, .max_iterations = 60, .tolerance = 1e-9});
        ASSERT_GT(fit.history.size(), 3U);
        for (std::size_t t = 1; t < fit.history.size(); ++t)
          EXPECT_GE(fit.history[t], fit.history[t - 1] - 1e-7) << t;
      }
}

TEST(Mixture, WeightsCountPointsSeveralTimes) {
  const Matrix X = test::blobs(50, 2, 2, 4);
  Matrix twice(100, 2);
  twice << X, X;
  const Labels labels = test::random_labels(50, 2, 1);
  Labels both = labels;
  both.insert(both.end(), labels.begin(), labels.end());
  const MixtureFit a =
      fit_mixture(X, labels, {.components = 2, .prior = 0, .weights = Vector::Constant(50, 2)});
  const MixtureFit b = fit_mixture(twice, both, {.components = 2, .prior = 0});
  EXPECT_NEAR(a.log_likelihood, b.log_likelihood, 1e-8);
  EXPECT_NEAR((a.gaussians.covariances - b.gaussians.covariances).norm(), 0, 1e-9);
}

// Another program's answer; golden/data/mixture.py made it.
TEST(Mixture, EqualsScikitLearn) {
  const Matrix expected = test::features(read_table(MERCER_TESTS "golden/data/mixture_iris.csv")).dense();
  Options o{.clusters = 3, .init = GivenLabels{}, .max_iterations = 5000};
  const Data data = iris(o.labels);
  for (const Index row : {0, 1, 2}) {
    o.method = Mixture{.covariance = shapes[row], .prior = 0, .tolerance = 1e-12};
    const Result r = cluster(data, o);
    EXPECT_NEAR(finding(r, "log_likelihood"), expected(row, 0), 1e-4);
    EXPECT_NEAR(finding(r, "bic"), expected(row, 1), 2e-4);
    const Matrix means = r.model.coordinates();
    for (Index k = 0; k < 3; ++k)
      for (Index j = 0; j < 4; ++j) EXPECT_NEAR(means(k, j), expected(row, 2 + 4 * k + j), 1e-4);
  }
}

// The chapter's stretched clusters, which k-means cuts across.
TEST(Mixture, FindsStretchedClusters) {
  const Generated set = generate("stretched");
  const auto accuracy = [&](const Method& method) {
    return score(cluster(Data(set.points), {.clusters = 3, .method = method}).labels, set.labels).accuracy;
  };
  EXPECT_GE(accuracy(Mixture{}), 0.99);
  EXPECT_LT(accuracy(Hard{}), 0.9);
}

TEST(Mixture, ModelsGiveProbabilities) {
  Labels truth;
  const Data data = iris(truth);
  const Result r = cluster(data, {.clusters = 3, .method = Mixture{}});
  const test::TemporaryFolder folder;
  r.model.save(folder.file("m"));
  const Model m = Model::load(folder.file("m"));
  EXPECT_EQ(m.predict(data), r.labels);
  EXPECT_EQ(m.memberships(data), r.memberships);
  EXPECT_EQ(m.outlier_scores(data), r.outlier_scores);
  EXPECT_NEAR(r.memberships.rowwise().sum().maxCoeff(), 1, 1e-12);
  for (Index i = 0; i < 150; ++i) {
    Index best = 0;
    r.memberships.row(i).maxCoeff(&best);
    EXPECT_EQ(best, r.labels[static_cast<std::size_t>(i)]);
  }
  const Result one = cluster(data, {.clusters = 3, .method = Mixture{}, .threads = 1});
  EXPECT_EQ(one.labels, r.labels);
  EXPECT_EQ(one.objective, r.objective);
}

TEST(Mixture, RefusesWhatMakesNoSense) {
  const Data data(test::blobs(20, 2, 2, 1));
  const auto run = [&](Options o) { return [=] { cluster(data, o); }; };
  expect_error(Fault::usage, {"prior = -1"}, run({.clusters = 2, .method = Mixture{.prior = -1}}));
  expect_error(Fault::usage, {"kernel"}, run({.clusters = 2, .method = Mixture{}, .kernel = Gaussian{}}));
  expect_error(Fault::usage, {"dense"},
               [] { cluster(Data(SparseMatrix(5, 3)), {.clusters = 1, .method = Mixture{}}); });
  // Without a prior a component may shrink to a point.
  Matrix lone = Matrix::Random(20, 2);
  lone.bottomRows(5).setConstant(50);
  expect_error(Fault::data, {"prior"},
               [&] { cluster(Data(lone), {.clusters = 2, .method = Mixture{.prior = 0}}); });
  const Labels parted = cluster(Data(lone), {.clusters = 2, .method = Mixture{}}).labels;
  EXPECT_NE(parted.front(), parted.back());
}

}  // namespace
}  // namespace mercer
