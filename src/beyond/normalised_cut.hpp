// The normalised cut as weighted kernel k-means (Dhillon, Guan and Kulis 2007).
#pragma once

#include "beyond/affinity.hpp"
#include "engine/hard.hpp"

namespace mercer {

// With weights w = d and the kernel K = s D^-1 + D^-1 A D^-1 the objective J of weighted kernel k-means is
//   J = cut + s (n - k) - k
// for any k clusters, whatever s: one objective lowered is the other lowered.
struct CutKernel {
  std::shared_ptr<const Gram> gram;
  double shift = 1;  // s; 1 makes K positive semi-definite, as no eigenvalue of D^-1/2 A D^-1/2 is below -1
};
CutKernel cut_kernel(const Affinity& affinity);

// The clusters with single points, and all at once, moved while that lowers the cut. Returns the cut.
double lower_cut(const Affinity& affinity, Labels& labels, Index clusters, Index max_iterations,
                 Control* control);

}  // namespace mercer
