// Gaussians, or Student's t, with shapes of their own: densities and probabilities.
#pragma once

#include <vector>

#include "mercer/types.hpp"

namespace mercer {

// K components in d dimensions: p(x) = sum_k weight_k N(x; mean_k, covariance_k), or with Student's t in the
// place of N.
struct Gaussians {
  Vector weights;      // K, summing to 1
  Matrix means;        // K x d
  Matrix covariances;  // K d x d, one below the other
  Index degrees = 0;   // of freedom, of Student's t; 0: Gaussian
  Index count() const { return means.rows(); }
  Index dimensions() const { return means.cols(); }
};

// L(i,k) = log weight_k N(x_i; mean_k, covariance_k); a covariance that is not positive is an Error.
Matrix log_joint(const Gaussians& g, const Matrix& X);
// log p(x) of each row of L
Vector log_density(const Matrix& L);
// p(k | x) of each row of L
Matrix posteriors(const Matrix& L);
// The likeliest component of each point, the first of equals.
Labels likeliest(const Gaussians& g, const Matrix& X);

// Rows of points that are looked at together; a column is contiguous, so that loops run over the rows.
using RowBlock = Eigen::ArrayXXd;
constexpr Index rows_together = 512;

// Components with what their densities need: Sigma = C C', whiten = C^-1.
class Densities {
 public:
  explicit Densities(const Gaussians& g);
  // With Q(i,k) = |C^-1 (x_i - mean_k)|^2,
  //   L(i,k) = constant_k - Q / 2, or, with nu degrees of freedom, constant_k - (nu + d) / 2 log(1 + Q / nu)
  void log_joint(const RowBlock& X, RowBlock& L) const;
  // U(i,k) = (nu + d) / (nu + Q), how much a point counts for a component's place and shape; nothing is done
  // for Gaussians, where all count alike.
  void log_joint(const RowBlock& X, RowBlock& L, RowBlock& U) const;
  // -(log |Sigma_k| + tr(Sigma_k^-1 prior)) / 2, summed
  double penalty(const Eigen::MatrixXd& prior) const;

 private:
  // The squares Q of one component.
  void squares(const RowBlock& X, Index k, Eigen::ArrayXd& Q) const;

  const Matrix& means_;
  double degrees_;
  Vector constants_;
  bool diagonal_ = true;
  std::vector<Eigen::MatrixXd> whiten_;
  std::vector<double> log_determinant_;
};

RowBlock rows_of(const Matrix& X, Index begin, Index end);
// log sum_k exp L(i,k); L becomes the posteriors
Eigen::ArrayXd normalise(RowBlock& L);

}  // namespace mercer
