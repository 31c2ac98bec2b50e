#include "beyond/gaussians.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

#include "core/parallel.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

// log Gamma(m / 2): Gamma(x + 1) = x Gamma(x), from Gamma(1) = 1 or Gamma(1/2) = sqrt(pi)
double log_gamma_of_half(Index m) {
  double sum = m % 2 == 0 ? 0 : 0.5 * std::log(std::numbers::pi);
  for (Index twice = m % 2 == 0 ? 2 : 1; twice < m; twice += 2)
    sum += std::log(0.5 * static_cast<double>(twice));
  return sum;
}

// The constant of a density in d dimensions with covariance, or scale, one.
double log_constant(Index degrees, Index d) {
  const auto dimensions = static_cast<double>(d), nu = static_cast<double>(degrees);
  if (degrees == 0) return -0.5 * dimensions * std::log(2 * std::numbers::pi);
  return log_gamma_of_half(degrees + d) - log_gamma_of_half(degrees) -
         0.5 * dimensions * std::log(nu * std::numbers::pi);
}

}  // namespace

Densities::Densities(const Gaussians& g)
    : means_(g.means), degrees_(static_cast<double>(g.degrees)), constants_(g.count()) {
  const Index d = g.dimensions();
  for (Index k = 0; k < g.count(); ++k) {
    const Eigen::MatrixXd sigma = g.covariances.middleRows(k * d, d);
    const Eigen::LLT<Eigen::MatrixXd> factor(sigma);
    const Eigen::MatrixXd C = factor.matrixL();
    if (factor.info() != Eigen::Success || !(C.diagonal().minCoeff() > 0) || !C.allFinite())
      throw Error(Fault::data,
                  fmt::format("component {} of the mixture has collapsed: its points have no extent; raise "
                              "prior, or ask for fewer clusters",
                              k + 1));
    whiten_.emplace_back(C.triangularView<Eigen::Lower>().solve(Eigen::MatrixXd::Identity(d, d)));
    diagonal_ = diagonal_ && sigma.isDiagonal(0);
    log_determinant_.push_back(2 * C.diagonal().array().log().sum());
    constants_[k] = std::log(g.weights[k]) - 0.5 * log_determinant_.back() + log_constant(g.degrees, d);
  }
}

void Densities::squares(const RowBlock& X, Index k, Eigen::ArrayXd& Q) const {
  const Eigen::MatrixXd& W = whiten_[static_cast<std::size_t>(k)];
  Eigen::ArrayXd z(X.rows());
  Q.setZero(X.rows());
  for (Index j = 0; j < X.cols(); ++j) {
    z = W(j, j) * (X.col(j) - means_(k, j));
    for (Index l = 0; l < j && !diagonal_; ++l) z += W(j, l) * (X.col(l) - means_(k, l));
    Q += z.square();
  }
}

void Densities::log_joint(const RowBlock& X, RowBlock& L) const {
  RowBlock U;
  log_joint(X, L, U);
}

void Densities::log_joint(const RowBlock& X, RowBlock& L, RowBlock& U) const {
  L.resize(X.rows(), means_.rows());
  if (degrees_ > 0) U.resize(X.rows(), means_.rows());
  const double power = degrees_ + static_cast<double>(X.cols());
  Eigen::ArrayXd Q;
  for (Index k = 0; k < means_.rows(); ++k) {
    squares(X, k, Q);
    if (degrees_ > 0) {
      L.col(k) = constants_[k] - 0.5 * power * (1 + Q / degrees_).log();
      U.col(k) = power / (degrees_ + Q);
    } else {
      L.col(k) = constants_[k] - 0.5 * Q;
    }
  }
}

double Densities::penalty(const Eigen::MatrixXd& prior) const {
  double sum = 0;
  for (std::size_t k = 0; k < whiten_.size(); ++k)
    sum -= 0.5 * (log_determinant_[k] + (whiten_[k] * prior * whiten_[k].transpose()).trace());
  return sum;
}

RowBlock rows_of(const Matrix& X, Index begin, Index end) { return X.middleRows(begin, end - begin).array(); }

// log sum_k exp L(i,k); L becomes the posteriors
Eigen::ArrayXd normalise(RowBlock& L) {
  const Eigen::ArrayXd most = L.rowwise().maxCoeff();
  L = (L.colwise() - most).exp();
  const Eigen::ArrayXd sum = L.rowwise().sum();
  L.colwise() /= sum;
  return most + sum.log();
}

Matrix log_joint(const Gaussians& g, const Matrix& X) {
  const Densities densities(g);
  Matrix out(X.rows(), g.count());
  parallel_rows(X.rows(), rows_together, [&](Index begin, Index end) {
    RowBlock L;
    densities.log_joint(rows_of(X, begin, end), L);
    out.middleRows(begin, end - begin) = L.matrix();
  });
  return out;
}

Vector log_density(const Matrix& L) {
  RowBlock copy = L.array();
  return normalise(copy).matrix();
}

Matrix posteriors(const Matrix& L) {
  RowBlock copy = L.array();
  normalise(copy);
  return copy.matrix();
}

Labels likeliest(const Gaussians& g, const Matrix& X) {
  const Densities densities(g);
  Labels labels(static_cast<std::size_t>(X.rows()));
  parallel_rows(X.rows(), rows_together, [&](Index begin, Index end) {
    RowBlock L;
    densities.log_joint(rows_of(X, begin, end), L);
    for (Index i = begin; i < end; ++i) {
      Index best = 0;
      L.row(i - begin).maxCoeff(&best);
      labels[static_cast<std::size_t>(i)] = static_cast<int>(best);
    }
  });
  return labels;
}

}  // namespace mercer
