// Kernel values between points and the landmarks of a map: what features are made from, z = L^-1 k - mean.
#pragma once

#include "kernels/tiles.hpp"
#include "mercer/approx.hpp"

namespace mercer {

template <class T>
class LandmarkValues {
 public:
  // `kernel` is resolved, and the landmarks are points.
  LandmarkValues(const FeatureMap& map, const Kernel& kernel);
  Index count() const { return tiles_.size(); }
  // out(i - begin, c) = k(x_i, landmark c) and self[i - begin] = k(x_i, x_i), for points begin .. end-1
  void fill(const Data& points, Index begin, Index end, T* out, double* self) const;

 private:
  KernelTiles<T> tiles_;
  PointBlock<T> landmarks_;
};

}  // namespace mercer
