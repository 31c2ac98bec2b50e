#include "beyond/folds.hpp"

#include <cmath>
#include <numbers>

namespace mercer {

Fold fold_of(const Matrix& Y, const Labels& labels, Index f, Index folds) {
  Fold out;
  for (Index p = 0; p < Y.rows(); ++p) {
    if (p % folds == f) {
      out.held_places.push_back(p);
    } else {
      out.known_places.push_back(p);
      out.labels.push_back(labels[static_cast<std::size_t>(p)]);
    }
  }
  out.known = Y(out.known_places, Eigen::all);
  out.held = Y(out.held_places, Eigen::all);
  return out;
}

Vector background(const Fold& fold) {
  const Eigen::RowVectorXd mean = fold.known.colwise().mean();
  const Eigen::RowVectorXd variance =
      4 * (fold.known.rowwise() - mean).array().square().colwise().mean() + 1e-12;
  Vector out(fold.held.rows());
  for (Index i = 0; i < out.size(); ++i)
    out[i] = -0.5 * ((fold.held.row(i) - mean).array().square() / variance.array() +
                     (2 * std::numbers::pi * variance.array()).log())
                        .sum();
  return out.array() + std::log(background_share);
}

double log_add(double a, double b) { return std::max(a, b) + std::log1p(std::exp(-std::abs(a - b))); }

Vector with_background(const Vector& log_densities, const Vector& background) {
  const double share = std::log(1 - background_share);
  Vector out(log_densities.size());
  for (Index i = 0; i < out.size(); ++i) out[i] = log_add(log_densities[i] + share, background[i]);
  return out;
}

}  // namespace mercer
