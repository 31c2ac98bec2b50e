// What must be added to distances to make them Euclidean.
#pragma once

#include "gram/packed.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

// With K~(A) = -H A H / 2, H = I - 11'/n:
//   cailliez: the least c >= 0 for which K~(D^2) + 2 c K~(D) + c^2 / 2 H, the kernel of the distances d + c
//             between different points, has no negative eigenvalue: the largest eigenvalue of
//             [[0, 2 K~(D^2)], [-I, -4 K~(D)]], found without a matrix of that size
//   lingoes:  -(least eigenvalue of K~(D^2)), or 0 where that is not negative
// `constant` is zero for `none`; `least` is the least eigenvalue of K~(D^2), except for cailliez.
struct AdditiveConstant {
  double constant = 0;
  double least = 0;
  Index products = 0;      // passes over the distances
  bool converged = false;  // to a relative 1e-8
};
template <class T>
AdditiveConstant additive_constant(const Packed<T>& D, DistanceShift shift, Control* control = nullptr);

}  // namespace mercer
