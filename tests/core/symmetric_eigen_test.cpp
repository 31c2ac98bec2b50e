#include "core/symmetric_eigen.hpp"

#include <Eigen/Eigenvalues>

#include "core/parallel.hpp"
#include "support.hpp"

namespace mercer {
namespace {

Matrix random_symmetric(Index n, std::uint64_t seed) {
  Random random(seed);
  Matrix A(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) A(i, j) = A(j, i) = random.normal();
  return A;
}

TEST(SymmetricEigen, EqualsEigen) {
  for (const Index n : {1, 2, 3, 10, 60, 150}) {
    const Matrix A = random_symmetric(n, static_cast<std::uint64_t>(n));
    const SymmetricEigen found = symmetric_eigen(A);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> reference{Eigen::MatrixXd(A)};
    const double scale = reference.eigenvalues().cwiseAbs().maxCoeff();
    EXPECT_LT((found.values - reference.eigenvalues()).cwiseAbs().maxCoeff(), 1e-12 * scale);
    EXPECT_LT((symmetric_eigenvalues(A) - found.values).cwiseAbs().maxCoeff(), 1e-12 * scale);
    EXPECT_LT((found.vectors.cwiseAbs() - reference.eigenvectors().cwiseAbs()).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_LT((A * found.vectors - found.vectors * found.values.asDiagonal()).norm(), 1e-11 * scale);
  }
}

TEST(SymmetricEigen, VectorsHaveASign) {
  const SymmetricEigen found = symmetric_eigen(random_symmetric(40, 7));
  for (const auto& v : found.vectors.colwise()) {
    Index at = 0;
    v.cwiseAbs().maxCoeff(&at);
    EXPECT_GT(v[at], 0);
  }
}

TEST(SymmetricEigen, OnlyTheLowerTriangleIsRead) {
  Matrix A = random_symmetric(12, 3);
  const Vector values = symmetric_eigenvalues(A);
  A.triangularView<Eigen::StrictlyUpper>().setConstant(99);
  EXPECT_EQ(symmetric_eigenvalues(A), values);
}

TEST(SymmetricEigen, ManyEqualEigenvaluesHaveOrthonormalVectors) {
  for (const Index n : {5, 80}) {
    Matrix A = Matrix::Constant(n, n, 1.0);
    const SymmetricEigen found = symmetric_eigen(A);
    EXPECT_NEAR(found.values[n - 1], static_cast<double>(n), 1e-12 * static_cast<double>(n));
    EXPECT_LT((found.vectors.transpose() * found.vectors - Eigen::MatrixXd::Identity(n, n)).norm(), 1e-12);
  }
}

TEST(SymmetricEigen, SameBitsAtAnyNumberOfThreads) {
  const Matrix A = random_symmetric(300, 5);
  const SymmetricEigen once = symmetric_eigen(A);
  for (const int threads : {1, 2, 3, 8}) {
    const ThreadScope scope(threads);
    const SymmetricEigen again = symmetric_eigen(A);
    EXPECT_EQ(again.values, once.values);
    EXPECT_EQ(again.vectors, once.vectors);
  }
}

TEST(SymmetricEigen, WhatIsNotFiniteHasNoEigenvalues) {
  Matrix A = random_symmetric(6, 1);
  A(3, 2) = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(symmetric_eigen(A).values.array().isNaN().all());
  EXPECT_TRUE(symmetric_eigenvalues(A).array().isNaN().all());
}

TEST(SymmetricEigen, OfNothing) { EXPECT_EQ(symmetric_eigen(Matrix(0, 0)).values.size(), 0); }

TEST(SymmetricEigen, Tridiagonal) {
  const Index n = 9;
  Vector diagonal(n), beside(n - 1);
  Random random(2);
  for (double& a : diagonal) a = random.normal();
  for (double& b : beside) b = random.normal();
  Matrix A = diagonal.asDiagonal();
  for (Index i = 0; i + 1 < n; ++i) A(i, i + 1) = A(i + 1, i) = beside[i];
  EXPECT_LT((tridiagonal_eigenvalues(diagonal, beside) - symmetric_eigenvalues(A)).cwiseAbs().maxCoeff(),
            1e-13);
}

}  // namespace
}  // namespace mercer
