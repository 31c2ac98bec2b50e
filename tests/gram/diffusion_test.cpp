#include "gram/diffusion.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "core/random.hpp"
#include "io/temporary.hpp"

namespace mercer {
namespace {

SparseMatrix random_graph(Index n, double density, std::uint64_t seed) {
  Random random(seed);
  Matrix A = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j)
      if (random.uniform(0, 1) < density) A(i, j) = A(j, i) = random.uniform(0.1, 2);
  return A.sparseView();
}

// V f(lambda) V'
Matrix by_eigenvectors(const SparseMatrix& graph, const Diffusion& kernel) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> L(
      Eigen::MatrixXd(laplacian(graph, kernel.normalized)));
  const auto f = [&](double x) {
    return kernel.form == DiffusionForm::heat ? std::exp(-kernel.time * x) : 1 / (1 + kernel.time * x);
  };
  return L.eigenvectors() * L.eigenvalues().unaryExpr(f).asDiagonal() * L.eigenvectors().transpose();
}

TEST(DiffusionKernel, IsAFunctionOfTheLaplacian) {
  for (const double time : {1e-6, 0.1, 1.0, 30.0, 1000.0})
    for (const auto form : {DiffusionForm::heat, DiffusionForm::regularized})
      for (const bool normalized : {false, true})
        for (const SparseMatrix& graph : {random_graph(40, 0.1, 1), random_graph(33, 0.5, 2)}) {
          const Diffusion kernel{time, form, normalized};
          const Matrix K = diffusion_kernel(graph, kernel, nullptr);
          EXPECT_LT((K - by_eigenvectors(graph, kernel)).cwiseAbs().maxCoeff(), 1e-12)
              << format_choice(Kernel(kernel));
          EXPECT_EQ(K, Matrix(K.transpose()));
          EXPECT_GE(K.minCoeff(), 0);
        }
}

TEST(DiffusionKernel, OfTwoVertices) {
  Matrix A(3, 3);
  A << 0, 2, 0, 2, 7, 0, 0, 0, 0;  // a loop, and a vertex alone
  const SparseMatrix graph = A.sparseView();
  // The eigenvalues are 0 and 4.
  const Matrix heat = diffusion_kernel(graph, {.time = 0.5}, nullptr);
  EXPECT_NEAR(heat(0, 1), (1 - std::exp(-2.0)) / 2, 1e-15);
  EXPECT_NEAR(heat(0, 0), (1 + std::exp(-2.0)) / 2, 1e-15);
  EXPECT_NEAR(heat(2, 2), 1, 1e-15);
  EXPECT_EQ(heat(0, 2), 0);
  const Matrix inverse = diffusion_kernel(graph, {.time = 0.5, .form = DiffusionForm::regularized}, nullptr);
  EXPECT_NEAR(inverse(0, 1), (1 - 1 / 3.0) / 2, 1e-15);
  const Matrix normalized = diffusion_kernel(graph, {.time = 1, .normalized = true}, nullptr);  // 0 and 2
  EXPECT_NEAR(normalized(0, 1), (1 - std::exp(-2.0)) / 2, 1e-15);
}

TEST(DiffusionKernel, KeepsHeat) {
  const Matrix K = diffusion_kernel(random_graph(60, 0.1, 3), {.time = 2}, nullptr);
  EXPECT_TRUE(K.rowwise().sum().isOnes(1e-12));
}

TEST(DiffusionKernel, OfAGraphWithoutEdgesIsTheIdentity) {
  EXPECT_TRUE(diffusion_kernel(SparseMatrix(4, 4), {}, nullptr).isIdentity(1e-15));
}

TEST(DiffusionKernel, RefusesTimesThatLeaveOnlyComponents) {
  test::expect_error(Fault::usage, {"time = 1e+12", "component"},
                     [] { diffusion_kernel(random_graph(10, 0.5, 4), {.time = 1e12}, nullptr); });
}

}  // namespace
}  // namespace mercer
