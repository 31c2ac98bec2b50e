// Systems with one triangular matrix, the ill-conditioned ones of kernels among them.
#include "core/solve_lower.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "support.hpp"

namespace mercer {
namespace {

// L of the kernel matrix of points close to one another: an ill-conditioned factor.
Matrix factor_of(Index n) {
  const Matrix K = test::reference_gram(test::blobs(n, 3, 2, 5), Gaussian{.sigma = 3.0});
  const Eigen::LLT<Eigen::MatrixXd> found(Eigen::MatrixXd(K) + 1e-9 * Eigen::MatrixXd::Identity(n, n));
  return found.matrixL();
}

template <class T>
void expect_solved(Index rows, Index n, double tolerance) {
  SCOPED_TRACE(n);
  const MatrixOf<T> L = factor_of(n).cast<T>();
  const MatrixOf<T> B = MatrixOf<T>::Random(rows, n);
  MatrixOf<T> X = MatrixOf<T>::Constant(rows, n + 3, T(7));  // wider than the system: the rest stays
  X.leftCols(n) = B;
  solve_lower(rows, n, L.data(), n, X.data(), n + 3);
  const Matrix found = X.leftCols(n).template cast<double>(), wide = L.template cast<double>();
  const double error = (found * wide.transpose() - B.template cast<double>()).norm();
  EXPECT_LT(error, tolerance * (found.norm() * wide.norm() + B.template cast<double>().norm()));
  EXPECT_TRUE((X.rightCols(3).array() == T(7)).all());
}

TEST(SolveLower, LeavesNoMoreThanRounding) {
  for (const Index n : {1, 7, 16, 17, 50, 100}) {
    expect_solved<double>(300, n, 1e-14);
    expect_solved<float>(1, n, 1e-5);
  }
}

}  // namespace
}  // namespace mercer
