// Mixtures of Gaussians or of Student's t by EM, with a prior on the shapes (maximum a posteriori).
//
// Not the engine's loop: a component has a shape of its own beside its place, so no distance of a space
// decides, but a density.
#pragma once

#include <limits>

#include "beyond/gaussians.hpp"
#include "mercer/beyond/mixture.hpp"
#include "mercer/control.hpp"

namespace mercer {

struct MixtureOptions {
  Index components = 1;
  Covariance covariance = Covariance::full;  // neither this nor the tails may be automatic
  Tails tails = Tails::gaussian;
  double prior = 1;
  Index max_iterations = 100;
  double tolerance = 1e-3;  // of the mean log-likelihood
  Vector weights = {};      // of the points; empty = all 1
  Control* control = nullptr;
};
struct MixtureFit {
  Gaussians gaussians;
  Vector mass;                                                  // summed probabilities of each component
  double log_likelihood = 0;                                    // sum_i log p(x_i)
  double classification = 0;                                    // sum_i max_k log weight_k N_k(x_i)
  double penalty = 0;                                           // log density of the prior, up to a constant
  double objective = -std::numeric_limits<double>::infinity();  // (log_likelihood + penalty) / n
  double icl = 0;                                               // (classification + penalty) / n
  Index iterations = 0;
  bool converged = false;
  std::vector<double> history;  // the objective after each iteration
};
// From labels 0 .. components - 1: the first step takes them for certain.
MixtureFit fit_mixture(const Matrix& X, const Labels& start, const MixtureOptions& options);

// Whether all components have one shape.
constexpr bool shares_shape(Covariance covariance) {
  return covariance == Covariance::tied || covariance == Covariance::one;
}
// Degrees of freedom; 0: Gaussian.
Index degrees_of(Tails tails);

// Free parameters, for BIC: weights, means and shapes.
Index parameters_of(Covariance covariance, Index components, Index dimensions);

}  // namespace mercer
