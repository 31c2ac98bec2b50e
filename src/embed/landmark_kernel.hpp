// The kernel of any points with landmarks, from their distances to them.
#pragma once

#include "gram/geodesics.hpp"

namespace mercer {

// Squared distances among the landmarks: the mean of each to all of them, and the mean of those.
struct LandmarkMeans {
  Vector each;
  double all = 0;
};
LandmarkMeans landmark_means(const Matrix& distances, const ShiftedSquare& square);

// About the mean of the landmarks, delta being shifted distances and bars means over the landmarks:
//   k(x, l) = -(delta^2(x, l) - bar(x) - bar(l) + bar) / 2,   k(x, x) = bar(x) - bar / 2
struct LandmarkKernel {
  Matrix K;     // one row per point
  Vector self;  // k(x, x)
};
// `distances` (one row per point, one column per landmark) become K; same[i] is the landmark that point i is,
// or -1.
LandmarkKernel landmark_kernel(Matrix distances, const ShiftedSquare& square, const LandmarkMeans& means,
                               const Labels& same);

}  // namespace mercer
