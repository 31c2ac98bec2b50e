#include "embed/spectrum.hpp"

#include <Spectra/SymEigsSolver.h>

#include <algorithm>
#include <stdexcept>

#include "core/symmetric_eigen.hpp"

namespace mercer {
namespace {

// Up to this size all eigenvalues are as cheap as a few.
constexpr Index small = 96;

// Lanczos; empty when it fails, as it may on a matrix with few distinct eigenvalues (zero, the identity).
Eigenpairs by_lanczos(const Matrix& A, Index count, bool vectors) {
  const Index basis = std::min(A.rows(), std::max<Index>(3 * count + 1, 24));
  Spectra::DenseSymMatProd<double, Eigen::Lower, Eigen::RowMajor> product(A);
  Spectra::SymEigsSolver<decltype(product)> solver(product, count, basis);
  try {
    solver.init();
    solver.compute(Spectra::SortRule::LargestAlge, 2000, 1e-10);
  } catch (const std::runtime_error&) {
    return {};
  }
  if (solver.info() != Spectra::CompInfo::Successful) return {};
  return {solver.eigenvalues(), vectors ? Matrix(solver.eigenvectors()) : Matrix()};
}

// The `count` largest eigenvalues, descending, with their vectors or without.
Eigenpairs largest(const Matrix& A, Index count, bool vectors) {
  const Index n = A.rows();
  if (n > small && count < n / 3) {
    Eigenpairs few = by_lanczos(A, count, vectors);
    if (few.values.size() == count) return few;
  }
  const SymmetricEigen all =
      vectors ? symmetric_eigen(A) : SymmetricEigen{symmetric_eigenvalues(A), Eigen::MatrixXd()};
  Eigenpairs some;
  some.values = all.values.reverse().head(count);
  if (vectors) some.vectors = all.vectors.rowwise().reverse().leftCols(count);
  return some;
}

}  // namespace

Vector largest_eigenvalues(const Matrix& A, Index count) {
  return largest(A, std::min(count, A.rows()), false).values;
}

Eigenpairs largest_eigenpairs(const Matrix& A, Index count) {
  Eigenpairs pairs = largest(A, std::min(count, A.rows()), true);
  fix_signs(pairs.vectors);
  return pairs;
}

// The least eigenvalues of a kernel matrix crowd together near zero, where Lanczos hardly converges: all of
// them by LAPACK are sooner found.
double least_eigenvalue(const Matrix& A) { return symmetric_eigenvalues(A)[0]; }

Matrix centred_kernel(Matrix D2, const Vector& weights) {
  const Vector row_means = D2 * weights / weights.sum();
  const double mean = row_means.dot(weights) / weights.sum();
  for (Index i = 0; i < D2.rows(); ++i)
    for (Index j = 0; j < D2.cols(); ++j) D2(i, j) = -0.5 * (D2(i, j) - row_means[i] - row_means[j] + mean);
  return D2;
}

}  // namespace mercer
