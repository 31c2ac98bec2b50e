// Eigenvalues against Eigen's dense solver, the centred kernel against HKH, and the stiffness they give.
#include "embed/spectrum.hpp"
#include "eigenvalues.hpp"

#include <Eigen/Eigenvalues>

#include "engine/sample.hpp"
#include "engine/stiffness.hpp"
#include "space/gram_space.hpp"
#include "space/vector_space.hpp"
#include "support.hpp"

namespace mercer {
namespace {

Matrix centring(const Vector& w) {
  return Matrix::Identity(w.size(), w.size()) - Vector::Ones(w.size()) * w.transpose() / w.sum();
}
Matrix squared_distances(const Matrix& K) {
  return ((-2 * K).colwise() + K.diagonal()).rowwise() + K.diagonal().transpose();
}

TEST(Spectrum, EqualsTheDenseSolver) {
  for (Index n : {1, 2, 20, 96, 97, 150}) {  // both ways
    const Matrix X = test::blobs(n, 3, 3, 1);
    const Matrix K = test::reference_gram(X, Sigmoid{.gamma = 0.3, .offset = -0.5});  // both signs
    const Vector all = test::descending_eigenvalues(K);
    const double tolerance = 1e-8 * all.cwiseAbs().maxCoeff();
    for (Index count : {Index{1}, Index{3}, Index{10}}) {
      const Vector some = largest_eigenvalues(K, count);
      ASSERT_EQ(some.size(), std::min(n, count));
      EXPECT_LT((some - all.head(some.size())).cwiseAbs().maxCoeff(), tolerance) << n << " " << count;
    }
    EXPECT_NEAR(least_eigenvalue(K), all[n - 1], tolerance) << n;
  }
}

TEST(Spectrum, MultipleAndZeroEigenvaluesAreFound) {
  EXPECT_LT((largest_eigenvalues(Matrix(3 * Matrix::Identity(120, 120)), 2) - Vector::Constant(2, 3)).norm(),
            1e-9);
  EXPECT_LT(largest_eigenvalues(Matrix(Matrix::Zero(120, 120)), 2).norm(), 1e-12);
  EXPECT_EQ(least_eigenvalue(Matrix(Matrix::Zero(120, 120))), 0);
  // the same at the front door: a kernel matrix in which all points coincide
  const Result r = cluster(Matrix(Matrix::Ones(120, 120)), {.clusters = 1, .kernel = Precomputed{}});
  EXPECT_NEAR(r.objective, 0, 1e-10);
}

TEST(Spectrum, TheCentredKernelIsHKH) {
  const Matrix X = test::blobs(40, 3, 3, 2), K = test::reference_gram(X, Gaussian{.sigma = 2.0});
  for (const Vector& w : {Vector(Vector::Ones(40)), Vector(Vector::LinSpaced(40, 0.2, 3))}) {
    const Matrix H = centring(w), expected = H * K * H.transpose();
    EXPECT_LT((centred_kernel(squared_distances(K), w) - expected).cwiseAbs().maxCoeff(), 1e-12);
  }
}

// critical = 1 / (2 lambda_1(HKH) / n), chosen = 1.5 / (2 lambda_(k-1)(HKH) / n)
TEST(Stiffness, FollowsItsFormula) {
  const Matrix X = test::blobs(130, 3, 4, 3), K = test::reference_gram(X, Gaussian{.sigma = 2.0});
  const Matrix H = centring(Vector::Ones(130));
  const Vector lambda = test::descending_eigenvalues(H * K * H) / 130;
  const GramSpace space{test::point_gram<double>(X, Gaussian{.sigma = 2.0})};
  for (Index k : {2, 3, 6}) {
    const Stiffness s = stiffness(space, k, Vector::Ones(130));
    EXPECT_NEAR(s.critical * 2 * lambda[0], 1, 1e-6);
    EXPECT_NEAR(s.chosen * 2 * lambda[k - 2], 1.5, 1e-6) << k;
  }
}

// In the input space lambda_i are the eigenvalues of the covariance: with d < k - 1 the last one stands in.
TEST(Stiffness, FewDimensionsAreGuarded) {
  const Matrix X = test::blobs(100, 2, 4, 4), C = X.rowwise() - X.colwise().mean();
  const Vector lambda = test::descending_eigenvalues(C.transpose() * C) / 100;
  const VectorSpace space{Data(X)};
  EXPECT_NEAR(stiffness(space, 3, Vector::Ones(100)).chosen, 0.75 / lambda[1], 1e-9);
  EXPECT_NEAR(stiffness(space, 9, Vector::Ones(100)).chosen, 0.75 / lambda[1], 1e-9);
  EXPECT_NEAR(stiffness(space, 9, Vector::Ones(100)).critical, 0.5 / lambda[0], 1e-9);
  const Stiffness same = stiffness(VectorSpace{Data(Matrix(Matrix::Ones(20, 2)))}, 3, Vector::Ones(20));
  EXPECT_TRUE(std::isfinite(same.chosen) && same.chosen > 0);
}

TEST(Stiffness, WeightTwoEqualsTwoCopies) {
  const Matrix X = test::blobs(30, 3, 3, 5);
  Matrix twice(40, 3);
  twice << X, X.topRows(10);
  Vector w = Vector::Ones(30);
  w.head(10).setConstant(2);
  const Stiffness a = stiffness(VectorSpace{Data(X)}, 3, w);
  const Stiffness b = stiffness(VectorSpace{Data(twice)}, 3, Vector::Ones(40));
  EXPECT_NEAR(a.critical, b.critical, 1e-9 * b.critical);
  EXPECT_NEAR(a.chosen, b.chosen, 1e-9 * b.chosen);
}

TEST(Stiffness, ASampleIsSpreadOverTheData) {
  EXPECT_EQ(spread_sample(5, 10), (std::vector<Index>{0, 1, 2, 3, 4}));
  EXPECT_EQ(spread_sample(10, 5), (std::vector<Index>{0, 2, 4, 6, 8}));
}

// A v = lambda v, unit length, the largest entry positive; small matrices and large ones take different ways.
TEST(Spectrum, EigenpairsSatisfyTheirEquation) {
  for (Index n : {2, 30, 200}) {
    const Matrix X = test::blobs(n, 5, 2, 3), A = X * X.transpose();
    const Eigenpairs pairs = largest_eigenpairs(A, 2);
    ASSERT_EQ(pairs.vectors.cols(), 2);
    const Vector values = largest_eigenvalues(A, 2);
    for (Index a = 0; a < 2; ++a) {
      const Vector v = pairs.vectors.col(a);
      EXPECT_LT((A * v - pairs.values[a] * v).norm(), 1e-8 * values[0]);
      EXPECT_NEAR(pairs.values[a], values[a], 1e-8 * values[0]);
      EXPECT_NEAR(v.norm(), 1, 1e-12);
      EXPECT_EQ(v.maxCoeff(), v.cwiseAbs().maxCoeff());
    }
  }
}

}  // namespace
}  // namespace mercer
