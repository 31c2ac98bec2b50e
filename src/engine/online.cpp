#include "engine/online.hpp"

#include <algorithm>

namespace mercer {

Presenter::Presenter(const Vector& weights, Random random) : random_(random) {
  double sum = 0;
  for (Index i = 0; i < weights.size(); ++i) upto_.push_back(sum += weights[i]);
}

Index Presenter::next() {
  const double at = random_.uniform() * upto_.back();
  const auto found = std::upper_bound(upto_.begin(), upto_.end() - 1, at);
  return static_cast<Index>(found - upto_.begin());
}

Coefficients::Coefficients(Matrix G) : G_(std::move(G)), factor_(Vector::Ones(G_.cols())) {
  const Vector sums = G_.colwise().sum().transpose();
  for (Index j = 0; j < G_.cols(); ++j) G_.col(j) /= sums[j];
}

void Coefficients::nudge(Index point, const Vector& step) {
  constexpr double small = 1e-100;
  for (Index j = 0; j < G_.cols(); ++j) {
    if (!(step[j] > 0)) continue;
    factor_[j] *= 1 - step[j];
    if (factor_[j] < small) {
      G_.col(j) *= factor_[j];
      factor_[j] = 1;
    }
    G_(point, j) += step[j] / factor_[j];
  }
}

const Matrix& Coefficients::fold() {
  G_.array().rowwise() *= factor_.transpose().array();
  factor_.setOnes();
  return G_;
}

}  // namespace mercer
