#include "engine/sample.hpp"

#include <algorithm>
#include <cmath>

namespace mercer {

std::vector<Index> spread_sample(Index size, Index most) {
  const Index m = std::min(size, most);
  std::vector<Index> sample(static_cast<std::size_t>(m));
  for (Index s = 0; s < m; ++s) sample[static_cast<std::size_t>(s)] = s * size / m;
  return sample;
}

SampledKernel::SampledKernel(const Space& space, const Vector& weights) {
  constexpr Index most = 1024;
  rows_ = spread_sample(space.size(), most);
  const Vector w = weights(rows_);
  shares_ = w / w.sum();
  const Vector root = shares_.cwiseSqrt();
  F_ = space.vectors(rows_);
  if (F_.size() > 0) {
    const Eigen::RowVectorXd mean = shares_.transpose() * F_;
    F_ = root.asDiagonal() * (F_.rowwise() - mean);
    return;
  }
  Matrix D2;
  space.between(rows_, rows_, D2);
  C_ = centred_kernel(std::move(D2), w);
  for (Index i = 0; i < C_.rows(); ++i)
    for (Index j = 0; j < C_.cols(); ++j) C_(i, j) *= root[i] * root[j];
}

Vector SampledKernel::largest_values(Index count) const {
  if (C_.size() > 0) return largest_eigenvalues(C_, count);
  const Vector found = largest_eigenvalues(Matrix(F_.transpose() * F_), std::min(count, F_.cols()));
  Vector all = Vector::Zero(std::min(count, F_.rows()));
  all.head(std::min(all.size(), found.size())) = found.head(std::min(all.size(), found.size()));
  return all;
}

// F' F v = lambda v gives C u = lambda u with u = F v / sqrt(lambda).
Eigenpairs SampledKernel::largest_pairs(Index count) const {
  if (C_.size() > 0) return largest_eigenpairs(C_, count);
  Eigenpairs pairs = largest_eigenpairs(Matrix(F_.transpose() * F_), std::min(count, F_.cols()));
  Matrix U = F_ * pairs.vectors;
  for (Index a = 0; a < U.cols(); ++a)
    if (const double size = U.col(a).norm(); size > 0) {
      Index most = 0;
      U.col(a).cwiseAbs().maxCoeff(&most);
      U.col(a) /= U(most, a) > 0 ? size : -size;
    }
  pairs.vectors = std::move(U);
  return pairs;
}

SampledKernel SampledKernel::directions() const {
  SampledKernel out = *this;
  const Vector squares = C_.size() > 0 ? Vector(C_.diagonal()) : Vector(F_.rowwise().squaredNorm());
  const double least = 1e-12 * variance();
  Vector factor = Vector::Zero(squares.size());
  for (Index h = 0; h < factor.size(); ++h)
    if (squares[h] > least * shares_[h]) factor[h] = std::sqrt(shares_[h] / squares[h]);
  if (C_.size() > 0)
    out.C_ = factor.asDiagonal() * C_ * factor.asDiagonal();
  else
    out.F_ = factor.asDiagonal() * F_;
  return out;
}

}  // namespace mercer
