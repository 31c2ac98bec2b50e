// Evidence for numbers of clusters, each criterion against its definition, and what they agree upon.
#include "mercer/criteria.hpp"

#include <Eigen/Eigenvalues>

#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::expect_error;

TEST(Criteria, SeparatedBlobsAreCounted) {
  const Matrix X = test::blobs(120, 2, 4, 1, 60);
  const Criteria s = judge_criteria(X, {.most = 7, .kernel = Gaussian{.sigma = 2.0}, .samples = 4});
  EXPECT_EQ(s.clusters, 4);
  EXPECT_GE(s.agreeing, 4);
  EXPECT_GE(s.voting, 5);
  ASSERT_EQ(s.evidence.size(), 6u);
  EXPECT_GT(s.evidence[2].stability, 0.99);
  EXPECT_GT(s.evidence[2].silhouette, s.evidence[1].silhouette);
}

TEST(Criteria, TheSpectralCriteriaFollowTheirDefinitions) {
  const Matrix X = test::blobs(60, 2, 3, 2), K = test::reference_gram(X, Gaussian{.sigma = 2.0});
  const Criteria s =
      judge_criteria(X, {.least = 1, .most = 4, .kernel = Gaussian{.sigma = 2.0}, .samples = 2});
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> all{Eigen::MatrixXd(K)};
  Matrix A = K;
  A.diagonal().setZero();
  const Vector root = A.rowwise().sum().cwiseSqrt().cwiseInverse();
  const Vector mu = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(
                        Eigen::MatrixXd(root.asDiagonal() * A * root.asDiagonal()))
                        .eigenvalues();
  std::vector<double> terms;
  for (Index i = 0; i < 5; ++i)
    terms.push_back(all.eigenvalues()[59 - i] * std::pow(all.eigenvectors().col(59 - i).sum(), 2));
  std::sort(terms.rbegin(), terms.rend());
  double explained = 0;
  for (Index k = 1; k <= 4; ++k) {
    const CountEvidence& e = s.evidence[static_cast<std::size_t>(k - 1)];
    explained += terms[static_cast<std::size_t>(k - 1)];
    EXPECT_NEAR(e.eigenvalue_ratio, all.eigenvalues()[60 - k] / all.eigenvalues()[59 - k], 1e-8);
    EXPECT_NEAR(e.laplacian_gap, mu[60 - k] - mu[59 - k], 1e-8);
    EXPECT_NEAR(e.girolami, explained / K.sum(), 1e-8);
  }
  EXPECT_TRUE(std::isnan(s.evidence[0].silhouette));
}

TEST(Criteria, WhatCantBeFoundAbstains) {
  const Matrix K = test::reference_gram(test::blobs(50, 2, 3, 3, 10), Gaussian{.sigma = 2.0});
  const Criteria s = judge_criteria(K, {.most = 5, .kernel = Precomputed{}, .samples = 2});
  EXPECT_EQ(s.voting, 5);  // no reference points without coordinates
  EXPECT_TRUE(std::isnan(s.evidence[0].gap));
  EXPECT_EQ(s.clusters, 3);
  const Criteria linear = judge_criteria(test::blobs(50, 2, 3, 3), {.most = 4, .samples = 2});
  EXPECT_TRUE(std::isnan(linear.evidence[0].laplacian_gap));  // x.y is no affinity
}

TEST(Criteria, ASampleStandsForManyPointsAndBadInputIsNamed) {
  const Matrix X = test::blobs(300, 2, 3, 4, 20);
  const Criteria s =
      judge_criteria(X, {.most = 5, .kernel = Gaussian{.sigma = 2.0}, .samples = 2, .most_points = 90});
  EXPECT_EQ(s.judged, 90);
  EXPECT_EQ(s.clusters, 3);
  expect_error(Fault::usage, {"most = 1"}, [&] { judge_criteria(X, {.most = 1}); });
  expect_error(Fault::usage, {"least = 0"}, [&] { judge_criteria(X, {.least = 0}); });
  expect_error(Fault::usage, {"most = 300", "300 points"},
               [&] { judge_criteria(X, {.most = 300, .most_points = 500}); });
  expect_error(Fault::usage, {"samples = 0"}, [&] { judge_criteria(X, {.samples = 0}); });
}

}  // namespace
}  // namespace mercer
