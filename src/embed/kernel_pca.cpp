#include "embed/kernel_pca.hpp"

#include <algorithm>

namespace mercer {

KernelPca kernel_pca(const Gram& gram, Index dimensions, const EigenOptions& options) {
  const Index n = gram.size();
  EigenOptions limits = options;
  limits.tolerance = std::max(options.tolerance, 64 * gram.epsilon());
  EigenSolution found = top_eigenpairs(n, centred_product(gram, options.control), dimensions, limits);
  KernelPca pca{std::move(found.pairs.values), std::move(found.pairs.vectors), 0, found.converged};
  // tr H K H = tr K - 1'K 1 / n
  Matrix sums;
  apply_all(gram, Matrix::Ones(n, 1), sums, options.control);
  pca.total = gram.diagonal().sum() - sums.sum() / static_cast<double>(n);
  // Axes without variance are rounding.
  const double least = 64 * gram.epsilon() * std::max(std::abs(pca.total), gram.diagonal().cwiseAbs().sum());
  const auto kept = static_cast<Index>((pca.values.array() > least).count());
  pca.values.conservativeResize(kept);
  pca.vectors.conservativeResize(Eigen::NoChange, kept);
  return pca;
}

Projection projection_of(const KernelPca& pca, const Gram& gram) {
  Projection map;
  map.coefficients = pca.vectors * pca.values.cwiseSqrt().cwiseInverse().asDiagonal();
  map.coefficients.rowwise() -= map.coefficients.colwise().mean().eval();
  // shift_a = mean over the training points of sum_i k(x, x_i) coefficients_ia
  Matrix KC;
  apply_all(gram, map.coefficients, KC);
  map.shift = KC.colwise().mean().transpose();
  return map;
}

}  // namespace mercer
