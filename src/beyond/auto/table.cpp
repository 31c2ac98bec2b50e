#include "beyond/auto/table.hpp"

#include "core/symmetric_eigen.hpp"

namespace mercer::automatic {
namespace {

bool has_two_values(const Matrix& X, Index column) {
  const double first = X(0, column);
  double other = first;
  for (Index i = 1; i < X.rows(); ++i) {
    const double value = X(i, column);
    if (value == first || value == other) continue;
    if (other != first) return false;
    other = value;
  }
  return true;
}

// Of zeros and ones about their means, whatever the two values are.
bool are_dependent(const Matrix& X, const std::vector<Index>& columns) {
  if (columns.size() < 2) return false;
  if (static_cast<Index>(columns.size()) >= X.rows()) return true;
  Matrix B = X(Eigen::all, columns);
  for (auto column : B.colwise()) {
    const double middle = column.mean();
    column = (column.array() > middle).cast<double>().eval();
    column.array() -= column.mean();
  }
  // Singular values of B below 1e-6 sqrt(n)
  return symmetric_eigenvalues(B.transpose() * B)[0] < 1e-12 * static_cast<double>(X.rows());
}

}  // namespace

std::vector<Index> numeric_columns(const Matrix& X) {
  std::vector<Index> columns;
  for (Index j = 0; j < X.cols() && X.rows() > 0; ++j)
    if (!has_two_values(X, j)) columns.push_back(j);
  return columns;
}

bool is_table(const Matrix& X) {
  constexpr double least_share = 0.08;
  const std::vector<Index> numeric = numeric_columns(X);
  if (static_cast<Index>(numeric.size()) == X.cols()) return false;
  std::vector<Index> two;
  double all = 0, of_two = 0;
  for (Index j = 0; j < X.cols(); ++j) {
    const double variance = (X.col(j).array() - X.col(j).mean()).square().mean();
    all += variance;
    if (std::find(numeric.begin(), numeric.end(), j) != numeric.end()) continue;
    two.push_back(j);
    of_two += variance;
  }
  return of_two > least_share * all || are_dependent(X, two);
}

}  // namespace mercer::automatic
