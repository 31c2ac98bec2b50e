// The maps against formulas: projections formed by a solve, a kernel that is zero outside a span, the decay
// of the error of random features.
#include "embed/feature_map.hpp"

#include <Eigen/Dense>
#include <numeric>

#include "core/parallel.hpp"
#include "embed/landmarks.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::blobs;

std::vector<Index> first(Index count) {
  std::vector<Index> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

FeatureMap map_of(const Matrix& X, const Kernel& kernel, const std::vector<Index>& landmarks) {
  return nystrom_map(*test::point_gram<double>(X, kernel), X, kernel, landmarks, 1e-12);
}

// k(x, y) of the projections is K_nm K_mm^-1 K_mn
TEST(Nystrom, FeaturesAreTheProjections) {
  const Matrix X = blobs(60, 3, 3, 1);
  const std::vector<Index> landmarks = {3, 11, 20, 31, 42, 58};
  for (const Kernel& kernel : {Kernel(Gaussian{.sigma = 2.0}), Kernel(Laplacian{.sigma = 1.5}),
                               Kernel(Polynomial{.degree = 3}), Kernel(Linear{}), Kernel(Cosine{})}) {
    SCOPED_TRACE(format_choice(kernel));
    const Matrix K = test::reference_gram(X, kernel);
    const Eigen::MatrixXd among = K(landmarks, landmarks), to = K(Eigen::all, landmarks);
    const Matrix expected = to * among.completeOrthogonalDecomposition().pseudoInverse() * to.transpose();
    const FeatureMap map = map_of(X, kernel, landmarks);
    const auto Z = embed<double>(map, kernel, X, 0, 60);
    const double scale = K.cwiseAbs().maxCoeff();
    EXPECT_LT((Z.values * Z.values.transpose() - expected).cwiseAbs().maxCoeff(), 1e-9 * scale);
    EXPECT_LT((Z.residual - (K - expected).diagonal()).cwiseAbs().maxCoeff(), 1e-9 * scale);
    // some rows by themselves are the same rows
    const auto few = embed<double>(map, kernel, X, 17, 40);
    EXPECT_LT((few.values - Z.values.middleRows(17, 23)).cwiseAbs().maxCoeff(), 1e-10 * scale);
    // float features are the same up to their rounding
    const auto single = embed<float>(map, kernel, X, 0, 60);
    EXPECT_LT((single.values.cast<double>() - Z.values).cwiseAbs().maxCoeff(),
              3e-3 * std::sqrt(scale));  // a root in the laplacian
  }
}

TEST(Nystrom, LandmarksInTheSpanOfOthersAreLeftOut) {
  Matrix X = blobs(30, 2, 3, 2);
  X.row(7) = X.row(3);
  const Kernel gaussian = Gaussian{.sigma = 2.0};
  EXPECT_EQ(map_of(X, gaussian, {3, 7, 9}).rank(), 2);
  EXPECT_EQ(map_of(X, Linear{}, first(30)).rank(), 2);  // two dimensions
}

TEST(Nystrom, PivotedCholeskyFactorsTheKernel) {
  const Matrix K = test::reference_gram(blobs(25, 3, 3, 3), Gaussian{.sigma = 1.5});
  const PivotedCholesky c = pivoted_cholesky(K, 1e-14);
  ASSERT_EQ(c.order.size(), 25U);
  EXPECT_LT((c.factor * c.factor.transpose() - Matrix(K(c.order, c.order))).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(c.factor.triangularView<Eigen::StrictlyUpper>().toDenseMatrix().cwiseAbs().maxCoeff(), 0);
  // the pivots never grow
  for (Index j = 1; j < 25; ++j) EXPECT_LE(c.factor(j, j), c.factor(j - 1, j - 1) * (1 + 1e-12));
}

TEST(Nystrom, AGivenMatrixIsReadAtItsColumns) {
  const Matrix X = blobs(40, 3, 3, 4);
  const Kernel gaussian = Gaussian{.sigma = 2.0};
  const Matrix K = test::reference_gram(X, gaussian);
  const std::vector<Index> landmarks = {1, 5, 22, 30};
  const FeatureMap given = nystrom_map(GivenGram(K, Precomputed{}), K, Precomputed{}, landmarks, 1e-12);
  EXPECT_EQ(given.columns.size(), 4U);
  const auto a = embed<double>(given, Precomputed{}, K, 0, 40, K.diagonal());
  const auto b = embed<double>(map_of(X, gaussian, landmarks), gaussian, X, 0, 40);
  EXPECT_LT((a.values - b.values).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((a.residual - b.residual).cwiseAbs().maxCoeff(), 1e-9);
}

double residual_share(const Matrix& X, const Kernel& kernel, Index count, LandmarkSampler sampler,
                      std::uint64_t seed) {
  const auto gram = test::point_gram<double>(X, kernel);
  const auto landmarks = choose_landmarks(*gram, count, sampler, Vector::Ones(X.rows()), seed);
  const Kernel used = kernel;
  return embed<double>(map_of(X, used, landmarks), used, X, 0, X.rows()).residual.sum() /
         gram->diagonal().sum();
}

// Nine points in ten lie in one tight group: uniform landmarks miss the others.
TEST(Landmarks, RandomPivotsLeaveLessThanUniformOnes) {
  Matrix X = blobs(400, 2, 20, 5, 30);
  for (Index i = 0; i < 360; ++i) X.row(i) *= 0.01;
  const Kernel kernel = Gaussian{.sigma = 1.0};
  double pivots = 0, spread = 0, uniform = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    pivots += residual_share(X, kernel, 20, LandmarkSampler::rpcholesky, seed);
    spread += residual_share(X, kernel, 20, LandmarkSampler::plus_plus, seed);
    uniform += residual_share(X, kernel, 20, LandmarkSampler::uniform, seed);
  }
  EXPECT_LT(pivots, 0.7 * uniform);
  EXPECT_LT(spread, 0.7 * uniform);
}

// What the choice leaves behind are the features that the map of the landmarks gives, in their order.
TEST(Landmarks, TheFactorOfTheChoiceHoldsTheFeatures) {
  const Matrix X = blobs(500, 6, 4, 6, 2);
  const Kernel kernel = Gaussian{.sigma = 3.0};
  const auto gram = test::point_gram<double>(X, kernel);
  MatrixOf<float> factor;
  const auto landmarks =
      choose_landmarks(*gram, 40, LandmarkSampler::rpcholesky, Vector::Ones(500), 1, nullptr, &factor);
  const FeatureMap map = ordered_nystrom_map(*gram, X, kernel, landmarks, 1e-5);
  ASSERT_EQ(map.rank(), 40);
  const Matrix features = embed<double>(map, kernel, X, 0, 500).values;
  ASSERT_EQ(factor.rows(), 500);
  EXPECT_LT((factor.cast<double>() - features).cwiseAbs().maxCoeff(), 1e-4);
  MatrixOf<float> none;
  choose_landmarks(*gram, 40, LandmarkSampler::uniform, Vector::Ones(500), 1, nullptr, &none);
  EXPECT_EQ(none.size(), 0);
}

// A landmark twice, or in the span of others, has no place in the order.
TEST(Nystrom, AnOrderedMapLeavesNoneOut) {
  const Matrix X = blobs(60, 3, 3, 1);
  const auto gram = test::point_gram<double>(X, Gaussian{.sigma = 2.0});
  EXPECT_FALSE(
      ordered_nystrom_map(*gram, X, Gaussian{.sigma = 2.0}, std::vector<Index>{3, 11}, 1e-5).empty());
  EXPECT_TRUE(
      ordered_nystrom_map(*gram, X, Gaussian{.sigma = 2.0}, std::vector<Index>{3, 11, 3}, 1e-5).empty());
}

// The potential after some landmarks is the residual of the projection onto them.
TEST(Landmarks, ThePotentialIsWhatTheSpanMisses) {
  const Matrix X = blobs(300, 3, 4, 6);
  const Kernel kernel = Gaussian{.sigma = 2.0};
  const auto gram = test::point_gram<double>(X, kernel);
  const auto potential = residual_potential(*gram, 60);
  Random random(3);
  std::vector<Index> chosen;
  while (chosen.size() < 40) {
    std::vector<Index> proposals;
    for (int p = 0; p < 16; ++p) proposals.push_back(random.below(300));
    const auto more = potential->take(proposals, 60 - static_cast<Index>(chosen.size()), random);
    chosen.insert(chosen.end(), more.begin(), more.end());
  }
  const Vector residual = embed<double>(map_of(X, kernel, chosen), kernel, X, 0, 300).residual;
  EXPECT_LT((potential->left() - residual).cwiseAbs().maxCoeff(), 1e-4);
  for (const Index i : chosen) EXPECT_EQ(potential->left()[i], 0);
}

TEST(Landmarks, ThePotentialOfDistancesIsTheLeastOfThem) {
  const Matrix X = blobs(200, 2, 4, 7);
  const auto gram = test::point_gram<double>(X, Linear{});
  const auto potential = distance_potential(*gram, 0);
  Random random(5);
  std::vector<Index> chosen = {0};
  const std::vector<Index> proposals = {9, 33, 33, 57, 120, 199};
  for (const Index i : potential->take(proposals, 10, random)) chosen.push_back(i);
  for (Index i = 0; i < 200; ++i) {
    double least = INFINITY;
    for (const Index h : chosen) least = std::min(least, (X.row(i) - X.row(h)).squaredNorm());
    EXPECT_NEAR(potential->left()[i], least, 1e-9);
  }
}

// Drawn several at a time, landmarks still have the law of drawing one by one: three points of weights 1, 2
// and 3 that are orthogonal in feature space, so that the second landmark is drawn by weight from the rest.
TEST(Landmarks, RejectionKeepsTheLaw) {
  Matrix K = Matrix::Zero(3, 3);
  K.diagonal() << 1, 2, 3;
  const GivenGram gram(K, Precomputed{});
  Matrix count = Matrix::Zero(3, 3);
  constexpr int runs = 20000;
  for (int run = 0; run < runs; ++run) {
    const auto pair = choose_landmarks(gram, 2, LandmarkSampler::rpcholesky, Vector::Ones(3),
                                       static_cast<std::uint64_t>(run));
    count(pair[0], pair[1]) += 1.0 / runs;
  }
  for (Index a = 0; a < 3; ++a)
    for (Index b = 0; b < 3; ++b) {
      const double expected = a == b ? 0 : K(a, a) / 6 * K(b, b) / (6 - K(a, a));
      EXPECT_NEAR(count(a, b), expected, 0.015) << a << ", " << b;  // 4 deviations
    }
}

TEST(Landmarks, AreDistinctAndTheSameOnAnyNumberOfThreads) {
  const Matrix X = blobs(1500, 3, 5, 8);
  const auto gram = test::point_gram<float>(X, Gaussian{.sigma = 1.0});
  const Vector weights = Vector::LinSpaced(1500, 0.5, 2);
  for (const auto sampler :
       {LandmarkSampler::rpcholesky, LandmarkSampler::plus_plus, LandmarkSampler::uniform}) {
    const auto choose = [&](int threads) {
      const ThreadScope scope(threads);
      return choose_landmarks(*gram, 80, sampler, weights, 4);
    };
    auto one = choose(1);
    EXPECT_EQ(one, choose(2));
    EXPECT_EQ(one, choose(3));
    std::sort(one.begin(), one.end());
    EXPECT_EQ(std::unique(one.begin(), one.end()) - one.begin(), 80);
  }
}

TEST(Landmarks, DuplicatesAreFilledUp) {
  Matrix X = Matrix::Zero(20, 2);  // two distinct points
  X.bottomRows(10).setOnes();
  const auto gram = test::point_gram<double>(X, Gaussian{.sigma = 1.0});
  for (const auto sampler : {LandmarkSampler::rpcholesky, LandmarkSampler::plus_plus}) {
    auto chosen = choose_landmarks(*gram, 7, sampler, Vector::Ones(20), 1);
    std::sort(chosen.begin(), chosen.end());
    EXPECT_EQ(std::unique(chosen.begin(), chosen.end()) - chosen.begin(), 7);
  }
}

// z(x).z(y) estimates k(x, y) without bias, with an error that falls as one over the root of their number.
TEST(RandomFeatures, ErrorFallsAsTheRootOfTheirNumber) {
  for (const Index d : {1, 10})
    for (const Kernel& kernel : {Kernel(Gaussian{.sigma = 2.0}), Kernel(Laplacian{.sigma = 3.0})}) {
      SCOPED_TRACE(format_choice(kernel) + ", d = " + std::to_string(d));
      const Matrix X = blobs(200, d, 4, 9, 2);
      const Matrix K = test::reference_gram(X, kernel);
      double few = 0, many = 0;
      for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        few += kernel_error(random_features(X, kernel, 16, seed), X, kernel, seed) / 8;
        const FeatureMap map = random_features(X, kernel, 1024, seed);
        const double reported = kernel_error(map, X, kernel, seed);
        many += reported / 8;
        const auto Z = embed<double>(map, kernel, X, 0, 200);
        EXPECT_LT((Z.values.rowwise().squaredNorm() - Vector::Ones(200)).cwiseAbs().maxCoeff(), 1e-12);
        const double direct =
            std::sqrt((Z.values * Z.values.transpose() - K).squaredNorm() / (200.0 * 199.0));
        EXPECT_NEAR(reported, direct, 1e-9);
      }
      EXPECT_NEAR(few / many, 8, 2.5);
      EXPECT_LT(many, 0.06);
    }
}

TEST(RandomFeatures, ComeInPairsAndTakeSparsePointsAsTheyAre) {
  Matrix X = blobs(50, 6, 3, 10);
  for (Index i = 0; i < X.size(); i += 2) X.data()[i] = 0;
  const Kernel kernel = Gaussian{.sigma = 3.0};
  const Data sparse = SparseMatrix(X.sparseView());
  const FeatureMap map = random_features(sparse, kernel, 101, 1);
  EXPECT_EQ(map.rank(), 102);
  const FeatureMap off = random_features(X, kernel, 100, 1);  // dense points have a centre to subtract
  EXPECT_LT((embed<double>(off, kernel, sparse, 0, 50).values - embed<double>(off, kernel, X, 0, 50).values)
                .cwiseAbs()
                .maxCoeff(),
            1e-12);
  EXPECT_LT((embed<double>(map, kernel, sparse, 0, 50).values - embed<double>(map, kernel, X, 0, 50).values)
                .cwiseAbs()
                .maxCoeff(),
            1e-12);
}

TEST(Features, AreCentredByTheMapForTrainingAndNewPoints) {
  const Matrix X = blobs(70, 3, 3, 11);
  const Kernel kernel = Gaussian{.sigma = 2.0};
  FeatureMap map = map_of(X, kernel, {0, 10, 20, 30});
  auto Z = embed<double>(map, kernel, X, 0, 70).values;
  centre_features(map, Z);
  EXPECT_LT(Z.colwise().mean().cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(embed<double>(map, kernel, X, 0, 70).values, Z);
}

}  // namespace
}  // namespace mercer
