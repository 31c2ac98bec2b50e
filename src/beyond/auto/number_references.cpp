#include "beyond/auto/number_references.hpp"

#include <cmath>

#include "beyond/auto/class_table.hpp"
#include "beyond/auto/sample.hpp"
#include "core/symmetric_eigen.hpp"

namespace mercer::automatic {

Matrix reference_set(const Matrix& X, Index which, Index count, std::uint64_t seed) {
  const Eigen::RowVectorXd mean = X.colwise().mean();
  const Matrix centred = X.rowwise() - mean;
  const SymmetricEigen axes = symmetric_eigen(centred.transpose() * centred);
  const Matrix P = centred * axes.vectors;
  const Vector deviation = (axes.values.cwiseMax(0) / static_cast<double>(X.rows())).cwiseSqrt();
  const Eigen::RowVectorXd low = P.colwise().minCoeff(), high = P.colwise().maxCoeff();
  Random random(seed, 20 + static_cast<std::uint64_t>(which));
  Matrix out(count, X.cols());
  const bool gaussian = which < reference_sets / 2;
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < X.cols(); ++j)
      out(i, j) = gaussian ? deviation[j] * random.normal() : random.uniform(low[j], high[j]);
  return out * axes.vectors.transpose();
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
