// The ends of a spectrum found only by products, against all eigenvalues.
#include "embed/ritz.hpp"

#include <Eigen/Eigenvalues>

#include "support.hpp"

namespace mercer {
namespace {

Vector eigenvalues(const Matrix& K) {
  const Index n = K.rows();
  const Matrix H = Matrix::Identity(n, n) - Matrix::Constant(n, n, 1.0 / static_cast<double>(n));
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(H * K * H).eigenvalues();
}

TEST(Ritz, TheEndsAreThoseOfTheCentredMatrix) {
  Random random(1);
  for (Index n : {2, 5, 40, 300}) {
    Matrix K(n, n);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j <= i; ++j) K(i, j) = K(j, i) = random.normal();
    const Vector all = eigenvalues(K);
    const SpectrumEnds ends = ritz_ends(GivenGram(K, Precomputed{}));
    // The centred matrix also has an eigenvalue 0, which the search never meets.
    EXPECT_NEAR(std::max(ends.largest, 0.0), all.maxCoeff(), 1e-3 * all.cwiseAbs().maxCoeff()) << n;
    EXPECT_NEAR(std::min(ends.least, 0.0), all.minCoeff(), 1e-3 * all.cwiseAbs().maxCoeff()) << n;
    EXPECT_GE(ends.least, all.minCoeff() - 1e-9 * all.cwiseAbs().maxCoeff());
    EXPECT_LE(ends.largest, all.maxCoeff() + 1e-9 * all.cwiseAbs().maxCoeff());
  }
}

TEST(Ritz, MatricesWithFewEigenvaluesEndEarly) {
  EXPECT_NEAR(ritz_ends(GivenGram(Matrix(Matrix::Identity(50, 50)), Precomputed{})).least, 1, 1e-12);
  EXPECT_EQ(ritz_ends(GivenGram(Matrix(Matrix::Zero(50, 50)), Precomputed{})).least, 0);
  EXPECT_NEAR(ritz_ends(GivenGram(Matrix(Matrix::Ones(50, 50)), Precomputed{})).largest, 0, 1e-12);
  EXPECT_EQ(ritz_ends(GivenGram(Matrix(Matrix::Ones(1, 1)), Precomputed{})).least, 0);
}

}  // namespace
}  // namespace mercer
