#include "beyond/auto/number_references.hpp"

#include <cmath>

#include "core/random.hpp"
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

}  // namespace mercer::automatic
