// What points add to the means of their nearest prototypes, some points at a time.
#pragma once

#include "embed/landmark_values.hpp"

namespace mercer {

struct MeanSums {
  Matrix sums;           // k x length: sum of w_i r_i over the points of each cluster
  Vector mass;           // sum of w_i
  double objective = 0;  // sum of w_i d2(i, j)
};

// Points of which a sum is formed, as rows, and their squared distances d2(i, j) = self[i] + D2(i, j).
struct MeasuredRows {
  Matrix rows;
  Matrix D2;
  Vector self;
};

// The points go to their nearest prototypes, whose |v|^2 are `norms`. Weights may be null: all 1.
MeanSums sums_at_nearest(const MeasuredRows& points, const Vector& norms, double epsilon,
                         const double* weights, int* labels);

// Vectors and the prototypes V: D2 = |v|^2 - 2 z.v, and `self` is |z|^2.
MeasuredRows measured(Matrix vectors, const Matrix& V, const Vector& norms);

// Points known by their kernel values k with landmarks alone. Their features z = L^-1 k - mean are not
// formed:
//
//   z.v = k.a - mean.v                   with L' a = v
//   sum of z = L^-1 (sum of k) - mass mean
//   |phi(x) - v|^2 = |phi(x) - mean|^2 + |v|^2 - 2 z.v
//   |phi(x) - mean|^2 = k(x, x) - 2 k.b + |mean|^2    with L' b = mean
//
// A point then costs its kernel values and one product, and the triangular system is solved once per cluster.
template <class T>
class SumsAtLandmarks {
 public:
  SumsAtLandmarks(const FeatureMap& map, const Kernel& kernel, const Matrix& V);
  // Points begin .. end-1, of which kernel values are summed ... They are there until this thread asks for
  // the next ones: in Dask's workers, whose allocator gives memory back at once, to ask for it anew took two
  // thirds of the time.
  const MeasuredRows& measure(const Data& points, Index begin, Index end) const;
  // ... and these sums as sums of features.
  Matrix features_of(const Matrix& sums, const Vector& mass) const;

 private:
  LandmarkValues<T> values_;
  Matrix factor_;  // L
  Vector mean_;
  Matrix A_;       // a row for each prototype, and b
  Vector offset_;  // |v|^2 + 2 mean.v
};

}  // namespace mercer
