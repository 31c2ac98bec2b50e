// Mini-batch kernel k-means (Jourdan and Schwartzman): each prototype moves towards the mean of its points in
// a random batch, and is kept as the mean of only its latest points.
//
// It is not the engine's loop: weights are never known for all points, and a prototype forgets.
#pragma once

#include "gram/gram.hpp"
#include "init/init.hpp"
#include "mercer/approx.hpp"

namespace mercer {

// v_j = sum of coefficients phi(points) over the points of prototype j; its coefficients sum to one.
struct Support {
  std::vector<Index> points;  // prototype after prototype
  std::vector<Index> start;   // those of prototype j: start[j] .. start[j + 1] - 1
  Vector coefficients;
  Vector norm;  // |v_j|^2
  Index clusters() const { return norm.size(); }
};

struct MiniBatchFit {
  Support support;
  Index batches = 0;
  bool converged = false;
  std::vector<double>
      history;  // objective of all points, judged by each batch before it moved the prototypes
};

struct MiniBatchContext {
  const Gram& gram;
  const Data* points;  // null when the data are a kernel matrix
  HardOptions hard;    // clusters, weights, control
  MiniBatch choice;    // window is set
  Init init;           // only random ones: it works on a sample
  Index restarts = 1;
  std::uint64_t seed = 1;
};
// The best start, by its objective on a sample.
MiniBatchFit mini_batch(const MiniBatchContext& context);

// How much lower the objective would be with the exact means of the given clusters, unbiased, from a sample:
//   sum_j W_j |mean_j - v_j|^2,   |mean_j - v_j|^2 ~ average over pairs i != l of <phi_i - v_j, phi_l - v_j>
double mean_gap(const MiniBatchContext& context, const Support& support, const Labels& labels);

}  // namespace mercer
