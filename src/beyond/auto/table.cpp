#include "beyond/auto/table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/random.hpp"
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

// To 4.5e-4 (Abramowitz and Stegun, 26.2.23).
double normal_quantile(double p) {
  const double t = std::sqrt(-2 * std::log(std::min(p, 1 - p)));
  const double z =
      t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  return p < 0.5 ? -z : z;
}

}  // namespace

std::vector<Index> numeric_columns(const Matrix& X) {
  std::vector<Index> columns;
  for (Index j = 0; j < X.cols() && X.rows() > 0; ++j)
    if (!has_two_values(X, j)) columns.push_back(j);
  return columns;
}

double rounding_step(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::vector<double> gaps;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[i] > values[i - 1]) gaps.push_back(values[i] - values[i - 1]);
  if (gaps.empty() || 2 * gaps.size() >= values.size()) return 0;
  const auto middle = gaps.begin() + std::ssize(gaps) / 2;
  std::nth_element(gaps.begin(), middle, gaps.end());
  return *middle;
}

Matrix smeared(Matrix X, std::uint64_t seed) {
  Random random(seed);
  for (auto column : X.colwise()) {
    const double step = rounding_step({column.begin(), column.end()});
    if (step == 0) continue;
    for (double& value : column) value += step * (random.uniform() - 0.5);
  }
  return X;
}

Matrix normal_scores(Matrix X) {
  const Index n = X.rows();
  std::vector<Index> order(static_cast<std::size_t>(n));
  for (auto column : X.colwise()) {
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return column[a] < column[b]; });
    for (Index rank = 0; rank < n; ++rank)
      column[order[static_cast<std::size_t>(rank)]] =
          normal_quantile((static_cast<double>(rank) + 0.5) / static_cast<double>(n));
  }
  return X;
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
