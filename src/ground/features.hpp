// The rung of the ladder that approximates: points as features, with what new points need.
#pragma once

#include "cuda/device_points.hpp"
#include "embed/feature_map.hpp"
#include "mercer/plan.hpp"
#include "space/vector_space.hpp"

namespace mercer {

struct Ask;
struct Ground;

// The training points as features.
struct Embedded {
  FeatureMap map;
  std::shared_ptr<const VectorSpace> space;
  std::shared_ptr<const DevicePoints> device;  // the features on a GPU
  Vector residual;                             // of each point: what of |phi(x)|^2 its features miss
  Vector diagonal;                             // |phi(x)|^2, where the kernel matrix was given
  Approximation report;
  std::uint64_t evaluations = 0;  // of the kernel function
};

// Fills out.embedded: by landmarks of paths, by nystrom or by random Fourier features.
void stand_on_features(const Data& data, const Kernel& kernel, const Ask& ask, Ground& out);

}  // namespace mercer
