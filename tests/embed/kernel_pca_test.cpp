// Eigenpairs found only by products against Eigen's dense solver, and kernel PCA against its definition.
#include "embed/kernel_pca.hpp"
#include "eigenvalues.hpp"

#include <Eigen/Eigenvalues>

#include "core/parallel.hpp"
#include "support.hpp"

namespace mercer {
namespace {

Product product_of(const Matrix& A) {
  return [&A](const Matrix& X, Matrix& AX) { AX = A * X; };
}
Matrix centred(const Matrix& K) {
  const Index n = K.rows();
  const Matrix H = Matrix::Identity(n, n) - Matrix::Constant(n, n, 1.0 / static_cast<double>(n));
  return H * K * H;
}

TEST(Eigensolver, EqualsTheDenseSolver) {
  const ThreadScope threads(1);
  for (const Index n : {1, 2, 40, 97, 300, 700}) {
    const Matrix A = test::reference_gram(test::blobs(n, 3, 3, 1), Sigmoid{.gamma = 0.3, .offset = -0.5});
    const Vector all = test::descending_eigenvalues(A);
    for (const Index count : {1, 3, 8}) {
      const EigenSolution found = top_eigenpairs(n, product_of(A), count);
      const Eigenpairs& pairs = found.pairs;
      EXPECT_TRUE(found.converged);
      ASSERT_EQ(pairs.values.size(), std::min(n, count));
      EXPECT_LT((pairs.values - all.head(pairs.values.size())).cwiseAbs().maxCoeff(), 1e-7 * all[0]) << n;
      EXPECT_LT((A * pairs.vectors - pairs.vectors * pairs.values.asDiagonal()).norm(), 1e-7 * all[0]) << n;
      EXPECT_LT(found.next, all[std::min(n, count) - 1] + 1e-9);
      const Index found_count = pairs.values.size();
      EXPECT_LT(
          (pairs.vectors.transpose() * pairs.vectors - Matrix::Identity(found_count, found_count)).norm(),
          1e-10);
      for (const auto& v : pairs.vectors.colwise()) EXPECT_EQ(v.maxCoeff(), v.cwiseAbs().maxCoeff());
    }
  }
}

// Where a single vector sees a repeated eigenvalue once: five blocks of ones have the eigenvalue 60 five
// times.
TEST(Eigensolver, FindsAnEigenvalueAsOftenAsItOccurs) {
  const Index n = 300;
  Matrix A = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) A(i, j) = i % 5 == j % 5 ? 1 : 0;
  const Eigenpairs pairs = top_eigenpairs(n, product_of(A), 6).pairs;
  EXPECT_LT((pairs.values.head(5) - Vector::Constant(5, 60)).norm(), 1e-9);
  EXPECT_NEAR(pairs.values[5], 0, 1e-9);
  EXPECT_LT((A * pairs.vectors - pairs.vectors * pairs.values.asDiagonal()).norm(), 1e-8);
}

TEST(Eigensolver, SimpleMatricesEndEarly) {
  const Matrix identity = 3 * Matrix::Identity(200, 200), zero = Matrix::Zero(200, 200);
  const EigenSolution same = top_eigenpairs(200, product_of(identity), 2);
  EXPECT_LT((same.pairs.values - Vector::Constant(2, 3)).norm(), 1e-12);
  EXPECT_LE(same.products, 2);
  EXPECT_LT(top_eigenpairs(200, product_of(zero), 2).pairs.values.norm(), 1e-12);
}

TEST(Eigensolver, ASlowSpectrumIsFollowedThroughRestarts) {
  const ThreadScope threads(1);
  // the path of 600 points: eigenvalues 2 cos(pi a / 601), gaps of 1e-5
  const Index n = 600;
  const auto path = [](const Matrix& X, Matrix& AX) {
    AX = Matrix::Zero(X.rows(), X.cols());
    AX.topRows(X.rows() - 1) += X.bottomRows(X.rows() - 1);
    AX.bottomRows(X.rows() - 1) += X.topRows(X.rows() - 1);
  };
  const EigenSolution found = top_eigenpairs(n, path, 3);
  EXPECT_TRUE(found.converged);
  for (Index a = 0; a < 3; ++a)
    EXPECT_NEAR(found.pairs.values[a], 2 * std::cos(M_PI * static_cast<double>(a + 1) / 601), 1e-9) << a;
}

TEST(Eigensolver, AStopLeavesWhatWasFound) {
  const Matrix A = test::reference_gram(test::blobs(400, 3, 3, 1), Gaussian{.sigma = 0.5});
  Control control;
  control.stop = true;
  const EigenSolution found = top_eigenpairs(400, product_of(A), 3, {.control = &control});
  EXPECT_FALSE(found.converged);
  EXPECT_EQ(found.products, 0);
}

// Scores reproduce the centred kernel, and for the linear kernel they are the principal components.
TEST(KernelPca, ScoresAreTheCoordinatesInFeatureSpace) {
  const ThreadScope threads(1);
  for (const Index n : {30, 250}) {
    const Matrix X = test::blobs(n, 4, 3, 2), C = X.rowwise() - X.colwise().mean();
    for (const Kernel& kernel : test::point_kernels()) {
      if (std::holds_alternative<Sigmoid>(kernel)) continue;  // indefinite
      const Matrix K = centred(test::reference_gram(X, kernel));
      const KernelPca pca = kernel_pca(*test::point_gram<double>(X, kernel), 3);
      ASSERT_EQ(pca.values.size(), 3);
      EXPECT_TRUE(pca.converged);
      EXPECT_LT((pca.values - test::descending_eigenvalues(K).head(3)).norm(), 1e-7 * pca.values[0]);
      EXPECT_NEAR(pca.total, K.trace(), 1e-8 * K.trace());
      const Matrix Y = pca.scores();
      EXPECT_LT((Y.transpose() * Y - Matrix(pca.values.asDiagonal())).norm(), 1e-7 * pca.values[0]);
      EXPECT_LT((K * Y - Y * pca.values.asDiagonal()).norm(),
                1e-6 * pca.values[0] * std::sqrt(pca.values[0]));
    }
    const KernelPca all = kernel_pca(*test::point_gram<double>(X, Linear{}), 10);
    EXPECT_EQ(all.values.size(), 4);  // the data have no more axes
    EXPECT_LT((all.scores() * all.scores().transpose() - C * C.transpose()).norm(), 1e-7 * all.values[0]);
  }
}

// The projection of the training points, and of points computed by the formula of the paper, double centring.
TEST(KernelPca, NewPointsAreProjectedOntoTheAxes) {
  const Matrix all = test::blobs(160, 3, 3, 4), X = all.topRows(120), Z = all.bottomRows(40);
  const Gaussian kernel{.sigma = 2.0};
  const auto gram = test::point_gram<double>(X, kernel);
  const KernelPca pca = kernel_pca(*gram, 3);
  const Projection map = projection_of(pca, *gram);
  Matrix Y;
  Vector self;
  gram->cross(X, map.coefficients, Y, self);
  EXPECT_LT(((Y.rowwise() - map.shift.transpose()) - pca.scores()).norm(), 1e-7 * pca.scores().norm());
  const Matrix K = test::reference_gram(all, kernel), Kxx = K.topLeftCorner(120, 120),
               Kzx = K.bottomLeftCorner(40, 120);
  const Vector mean_z = Kzx.rowwise().mean();
  const Eigen::RowVectorXd mean_x = Kxx.colwise().mean();
  const Matrix Kc = ((Kzx.colwise() - mean_z).rowwise() - mean_x).array() + Kxx.mean();
  const Matrix expected = Kc * pca.vectors * pca.values.cwiseSqrt().cwiseInverse().asDiagonal();
  gram->cross(Z, map.coefficients, Y, self);
  EXPECT_LT(((Y.rowwise() - map.shift.transpose()) - expected).norm(), 1e-8 * expected.norm());
}

TEST(KernelPca, TheSameBitsOnAnyNumberOfThreads) {
  const Matrix X = test::blobs(900, 4, 3, 5);
  const auto gram = test::point_gram<double>(X, Gaussian{.sigma = 2.0});
  Matrix one;
  for (const int threads : {1, 2, 3}) {
    const ThreadScope scope(threads);
    const Matrix scores = kernel_pca(*gram, 4).scores();
    if (threads == 1) one = scores;
    EXPECT_TRUE(scores == one) << threads;
  }
}

TEST(KernelPca, PointsThatCoincideHaveNoAxes) {
  EXPECT_EQ(kernel_pca(*test::point_gram<double>(Matrix(Matrix::Ones(20, 2)), Gaussian{.sigma = 1.0}), 2)
                .values.size(),
            0);
}

}  // namespace
}  // namespace mercer
