// Camastra and Verri's kernel method: k-means with the smallest sphere in the place of the mean. It is not
// the loop, because a centre is not a weighted mean by a rule of distances but the solution of a quadratic
// program.
#pragma once

#include <limits>

#include "beyond/svdd.hpp"

namespace mercer {

struct KSpheresOptions {
  double rho = 1;
  Index max_iterations = 100;
  // For the kernel matrix of the points of one sphere, and rows of it; more is an Error(memory).
  std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
  Control* control = nullptr;
};

// One start.
struct SpheresFit {
  Matrix beta;             // n x k: centre j is sum_h beta_hj phi(x_h)
  Vector norm;             // squared norms of the centres
  Matrix distances2;       // n x k
  Labels labels;           // nearest centre
  std::vector<bool> core;  // nearer to it than rho
  Index covered = 0;       // points in a core
  double objective = 0;    // summed squared distance to the nearest centre
  Index iterations = 0;
  bool converged = false, cycles = false;
};
// From points as centres, or from labels: V_j = the points of cluster j (-1: of none), then in turn the
// smallest sphere around every V_j, and V_j = the points nearest to centre j and nearer than rho, until no V
// changes. An empty V_j keeps its centre.
SpheresFit fit_spheres(const Gram& gram, const std::vector<Index>& seeds, const KSpheresOptions& options);
SpheresFit fit_spheres(const Gram& gram, Labels labels, Index clusters, const KSpheresOptions& options);

// Larger coverage, then the lesser objective.
bool covers_better(const SpheresFit& a, const SpheresFit& b);

}  // namespace mercer
