// Gaussian mixtures: densities by their definition, EM's law, another program's answer, and the front door.
#include "beyond/mixture_kinds.hpp"

#include <Eigen/LU>

#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::expect_error;

constexpr Covariance covariances[] = {Covariance::full, Covariance::diagonal, Covariance::spherical,
                                      Covariance::tied, Covariance::one};
constexpr Tails both_tails[] = {Tails::gaussian, Tails::student};

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

// p(z) = Gamma((nu + d)/2) / (Gamma(nu/2) (nu pi)^(d/2) |Sigma|^(1/2)) (1 + z' Sigma^-1 z / nu)^-((nu +
// d)/2), nu = 4
TEST(Mixture, HeavyTailsAreStudents) {
  for (const Index d : {2, 3}) {
    const Matrix X = test::blobs(60, d, 2, 1);
    const MixtureFit fit =
        fit_mixture(X, test::random_labels(60, 2, 3), {.components = 2, .tails = Tails::student});
    const Matrix L = log_joint(fit.gaussians, X);
    const auto dimensions = static_cast<double>(d);
    for (Index k = 0; k < 2; ++k) {
      const Eigen::MatrixXd sigma = fit.gaussians.covariances.middleRows(d * k, d);
      for (Index i = 0; i < 60; ++i) {
        const Vector z = (X.row(i) - fit.gaussians.means.row(k)).transpose();
        const double density = std::tgamma((4 + dimensions) / 2) / std::tgamma(2.0) /
                               std::sqrt(std::pow(4 * std::numbers::pi, dimensions) * sigma.determinant()) *
                               std::pow(1 + z.dot(sigma.inverse() * z) / 4, -(4 + dimensions) / 2);
        EXPECT_NEAR(L(i, k), std::log(fit.gaussians.weights[k] * density), 1e-9);
      }
    }
    EXPECT_NEAR(log_density(L).sum(), fit.log_likelihood, 1e-6);
  }
}

// A point far away moves the mean of a Gaussian, not that of a Student's t.
TEST(Mixture, HeavyTailsForgiveAnOutlier) {
  Matrix X = test::blobs(50, 2, 1, 4, 0);
  X.row(49).setConstant(200);
  const auto place = [&](Tails tails) {
    return fit_mixture(X, Labels(50, 0), {.components = 1, .tails = tails, .max_iterations = 200})
        .gaussians.means;
  };
  EXPECT_GT(place(Tails::gaussian).norm(), 3);
  EXPECT_LT(place(Tails::student).norm(), 0.6);
}

TEST(Mixture, ParametersAreCounted) {
  // weights K - 1, means K d, shapes
  EXPECT_EQ(parameters_of(Covariance::full, 3, 4), 2 + 12 + 3 * 10);
  EXPECT_EQ(parameters_of(Covariance::diagonal, 3, 4), 2 + 12 + 3 * 4);
  EXPECT_EQ(parameters_of(Covariance::spherical, 3, 4), 2 + 12 + 3);
  EXPECT_EQ(parameters_of(Covariance::tied, 3, 4), 2 + 12 + 10);
  EXPECT_EQ(parameters_of(Covariance::one, 3, 4), 2 + 12 + 1);
}

// Data of a kind are known for it, by points that were held out.
TEST(Mixture, TheKindIsFound) {
  EXPECT_EQ(kinds_of(Covariance::automatic, Tails::automatic).size(), 8U);
  EXPECT_EQ(kinds_of(Covariance::spherical, Tails::student),
            (std::vector<MixtureKind>{{Covariance::spherical, Tails::student}}));
  Random random(5);
  const auto kind_of = [&](const Matrix& shape, double second, bool heavy) {
    Matrix X(600, 2);
    Labels labels;
    for (int i = 0; i < 600; ++i) {
      Eigen::RowVector2d e(random.normal(), random.normal());
      if (heavy) {
        double chi = 0;
        for (int j = 0; j < 4; ++j) chi += std::pow(random.normal(), 2) / 4;
        e /= std::sqrt(chi);
      }
      labels.push_back(i % 2);
      X.row(i) = (i % 2 == 0 ? 1 : second) * (e * shape) + Eigen::RowVector2d(i % 2 == 0 ? 0 : 12, 0);
    }
    return likeliest_kind(X, labels, {.components = 2}, kinds_of(Covariance::automatic, Tails::automatic), 1);
  };
  const Matrix round = Matrix::Identity(2, 2);
  Matrix slanted(2, 2);
  slanted << 1, 0.9, 0, 0.3;
  Matrix flat(2, 2);
  flat << 1, 0, 0, 0.2;
  EXPECT_EQ(kind_of(round, 1, false), (MixtureKind{Covariance::one, Tails::gaussian}));
  EXPECT_EQ(kind_of(round, 1, true).tails, Tails::student);
  EXPECT_EQ(kind_of(slanted, 1, false), (MixtureKind{Covariance::tied, Tails::gaussian}));
  EXPECT_EQ(kind_of(slanted, 3, false), (MixtureKind{Covariance::full, Tails::gaussian}));
  // Along the axes: in two columns a full shape has but one entry more, which costs held-out points nearly
  // nothing.
  const MixtureKind along = kind_of(flat, 3, false);
  EXPECT_TRUE(along.covariance == Covariance::diagonal || along.covariance == Covariance::full);
  EXPECT_EQ(along.tails, Tails::gaussian);
}

// One M step by its formulas, from certain labels.
TEST(Mixture, TheFirstStepTakesTheLabelsForCertain) {
  const Matrix X = test::blobs(40, 2, 2, 2);
  const Labels labels = test::random_labels(40, 2, 5);
  for (const Covariance shape : covariances) {
    const MixtureFit fit =
        fit_mixture(X, labels, {.components = 2, .covariance = shape, .max_iterations = 1});
    const Matrix centred = X.rowwise() - X.colwise().mean();
    Eigen::MatrixXd prior = centred.transpose() * centred / 39;
    prior.diagonal().array() += 1e-9 * prior.trace() / 2;
    prior /= 2;  // K^(2/d)
    Eigen::MatrixXd shared = prior;
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
      if (shares_shape(shape)) {
        shared += S - prior;
        S = shared;  // complete with the second one
        if (k == 0) continue;
      }
      S /= shares_shape(shape) ? 41 : n + 1;
      if (shape != Covariance::full && shape != Covariance::tied)
        S = Eigen::MatrixXd(S.diagonal().asDiagonal());
      if (shape == Covariance::spherical || shape == Covariance::one)
        S = Eigen::MatrixXd::Identity(2, 2) * (S.trace() / 2);
      EXPECT_NEAR((fit.gaussians.means.row(k).transpose() - mean).norm(), 0, 1e-12);
      EXPECT_NEAR((fit.gaussians.covariances.middleRows(2 * k, 2) - S).norm(), 0, 1e-12);
      EXPECT_NEAR(fit.gaussians.weights[k], n / 40, 1e-6);
    }
  }
}

// EM never lowers what it climbs.
TEST(Mixture, ThePenalisedLikelihoodNeverFalls) {
  const Matrix X = test::blobs(300, 3, 4, 3, 2);
  for (const Covariance shape : covariances)
    for (const Tails tails : both_tails)
      for (const double prior : {0.0, 1.0, 5.0})
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
          const MixtureFit fit = fit_mixture(X, test::random_labels(300, 4, seed),
                                             {.components = 4,
                                              .covariance = shape,
                                              .tails = tails,
                                              .prior = prior,
                                              .max_iterations = 60,
                                              .tolerance = 1e-9});
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
    o.method = Mixture{.covariance = covariances[row], .prior = 0, .tolerance = 1e-12};
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

// What was found is kept in the model, and new points see the same densities.
TEST(Mixture, KindsAreKeptInModels) {
  Labels truth;
  const Data data = iris(truth);
  for (const Mixture& method : {Mixture{.covariance = Covariance::tied, .tails = Tails::student},
                                Mixture{.covariance = Covariance::automatic, .tails = Tails::automatic}}) {
    const Result r = cluster(data, {.clusters = 3, .method = method});
    const auto& used = std::get<Mixture>(r.model.method);
    EXPECT_NE(used.covariance, Covariance::automatic);
    EXPECT_NE(used.tails, Tails::automatic);
    const Model m = Model::parse(r.model.serialise());
    EXPECT_EQ(m.predict(data), r.labels);
    EXPECT_EQ(m.memberships(data), r.memberships);
    EXPECT_EQ(m.outlier_scores(data), r.outlier_scores);
    EXPECT_GT(score(r.labels, truth).ari, 0.7);
  }
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
