// The smallest sphere around the points in feature space, some left outside at a price: not the loop of
// weights and distances but a quadratic program, solved two weights at a time (SMO).
//
//   min_b  b'K b - b'diag K,   sum b = 1,  0 <= b_i <= C         (its negative is the dual objective)
//
// The centre is a = sum_i b_i phi(x_i). A point with b = 0 lies inside, one with 0 < b < C on the sphere, one
// with b = C outside. Only distances matter, so any origin will do.
#pragma once

#include "gram/gram.hpp"

namespace mercer {

struct SvddOptions {
  double C = 1;                   // 1/n to 1
  double tolerance = 1e-6;        // of the optimality gap, relative to the squared spread of the points
  Index max_steps = 100'000'000;  //
  std::uint64_t cache_bytes = 256'000'000;  // of kernel rows
  Control* control = nullptr;
};

struct Svdd {
  Vector beta;
  double norm = 0;       // |a|^2 = b'K b
  double radius2 = 0;    // squared radius: mean over the points on the sphere, else between the bounds
  double objective = 0;  // b'diag K - b'K b
  double gap = 0;        // how far from optimal, in the units of squared distances
  double scale = 0;      // the squared spread that the tolerance was relative to
  Vector distances2;     // |phi(x_i) - a|^2
  Index steps = 0;
  bool converged = false;
  bool cut = false;                    // stopped within a product with the kernel matrix: there is no result
  std::vector<Index> support() const;  // the points with b > 0
};
Svdd svdd(const Gram& gram, const SvddOptions& options);

}  // namespace mercer
