#include "embed/spectrum.hpp"

#include <Spectra/SymEigsSolver.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <stdexcept>

namespace mercer {
namespace {

// Up to this size all eigenvalues are as cheap as a few.
constexpr Index small = 96;

// Lanczos; empty when it fails, as it may on a matrix with few distinct eigenvalues (zero, the identity).
Vector by_lanczos(const Matrix& A, Index count, Spectra::SortRule end) {
  const Index basis = std::min(A.rows(), std::max<Index>(3 * count + 1, 24));
  Spectra::DenseSymMatProd<double, Eigen::Lower, Eigen::RowMajor> product(A);
  Spectra::SymEigsSolver<decltype(product)> solver(product, count, basis);
  try {
    solver.init();
    solver.compute(end, 2000, 1e-10);
  } catch (const std::runtime_error&) {
    return {};
  }
  return solver.info() == Spectra::CompInfo::Successful ? Vector(solver.eigenvalues()) : Vector();
}

// `count` eigenvalues from one end, outermost first.
Vector extreme(const Matrix& A, Index count, Spectra::SortRule end) {
  const Index n = A.rows();
  if (n > small && count < n / 3) {
    Vector few = by_lanczos(A, count, end);
    if (few.size() == count) return few;
  }
  const Vector ascending =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
  if (end == Spectra::SortRule::SmallestAlge) return ascending.head(count);
  return ascending.reverse().head(count);
}

}  // namespace

Vector largest_eigenvalues(const Matrix& A, Index count) {
  return extreme(A, std::min(count, A.rows()), Spectra::SortRule::LargestAlge);
}

double least_eigenvalue(const Matrix& A) { return extreme(A, 1, Spectra::SortRule::SmallestAlge)[0]; }

Matrix centred_kernel(Matrix D2, const Vector& weights) {
  const Vector row_means = D2 * weights / weights.sum();
  const double mean = row_means.dot(weights) / weights.sum();
  for (Index i = 0; i < D2.rows(); ++i)
    for (Index j = 0; j < D2.cols(); ++j) D2(i, j) = -0.5 * (D2(i, j) - row_means[i] - row_means[j] + mean);
  return D2;
}

}  // namespace mercer
