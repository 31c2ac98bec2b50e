#include "beyond/auto/number_references.hpp"

#include <cmath>

#include "beyond/auto/class_table.hpp"
#include "beyond/auto/sample.hpp"
#include "beyond/auto/table.hpp"
#include "core/symmetric_eigen.hpp"

namespace mercer::automatic {
namespace {

// Of each column; 0: it is not rounded.
Vector rounding_steps(const Matrix& X) {
  Vector steps(X.cols());
  for (Index j = 0; j < X.cols(); ++j) steps[j] = rounding_step({X.col(j).begin(), X.col(j).end()});
  return steps;
}

// Values that many points share are groups that every method finds, so that references share them, too.
void round_to(const Vector& steps, const Eigen::RowVectorXd& least, Matrix& Y) {
  for (Index j = 0; j < Y.cols(); ++j)
    if (steps[j] > 0) Y.col(j) = least[j] + steps[j] * ((Y.col(j).array() - least[j]) / steps[j]).round();
}

// In the box of the columns themselves: all of their values are about as frequent.
Matrix uniform_values(const Matrix& X, const Vector& steps, Index count, Random& random) {
  const Eigen::RowVectorXd low = X.colwise().minCoeff(), high = X.colwise().maxCoeff();
  Matrix out(count, X.cols());
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < X.cols(); ++j)
      out(i, j) = random.uniform(low[j] - 0.499 * steps[j], high[j] + 0.499 * steps[j]);
  round_to(steps, low, out);
  return out;
}

}  // namespace

Matrix reference_set(const Matrix& X, Index which, Index count, std::uint64_t seed) {
  Random random(seed, 20 + static_cast<std::uint64_t>(which));
  const bool gaussian = which < reference_sets / 2;
  const Vector steps = rounding_steps(X);
  if (!gaussian && (steps.array() > 0).all()) return uniform_values(X, steps, count, random);
  const Eigen::RowVectorXd mean = X.colwise().mean();
  const Matrix centred = X.rowwise() - mean;
  const SymmetricEigen axes = symmetric_eigen(centred.transpose() * centred);
  const Matrix P = centred * axes.vectors;
  const Vector deviation = (axes.values.cwiseMax(0) / static_cast<double>(X.rows())).cwiseSqrt();
  const Eigen::RowVectorXd low = P.colwise().minCoeff(), high = P.colwise().maxCoeff();
  Matrix out(count, X.cols());
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < X.cols(); ++j)
      out(i, j) = gaussian ? deviation[j] * random.normal() : random.uniform(low[j], high[j]);
  Matrix turned = out * axes.vectors.transpose();
  round_to(steps, X.colwise().minCoeff() - mean, turned);
  return turned;
}

Matrix shuffled_table(const Matrix& X, Index which, Index count, std::uint64_t seed) {
  const ClassTable table = class_table(X, seed);
  std::vector<std::vector<Index>> together;
  for (const Index column : table.number_columns) together.push_back({column});
  for (const CategoryColumns& one : table.categories) together.push_back(one.columns);
  Matrix out(std::min(count, X.rows()), X.cols());
  std::uint64_t stream = 1000 * (1 + static_cast<std::uint64_t>(which));
  for (const std::vector<Index>& columns : together)
    out(Eigen::all, columns) = X(random_rows(X.rows(), out.rows(), seed, ++stream), columns);
  return out;
}

}  // namespace mercer::automatic
