// Approximations at the front door: what is refused, what `auto` takes, the memory, and the work.
#pragma once

#include "embed/feature_map.hpp"
#include "front/plan.hpp"
#include "space/vector_space.hpp"

namespace mercer {

// Refuses what makes no sense for the data, the kernel or the method.
void check_approx(const Data& data, const Options& options);

// Whether mini-batches, whose starts see a sample alone, can start so.
bool starts_on_a_sample(const Init& init);

// The plan when options.approx is not `none`; `auto` may come to the exact plan.
FullPlan plan_approximation(const Data& data, const Options& options);

// k-means on n x rank vectors, and what the embedding adds; none when it does not fit.
struct Attempt {
  FullPlan plan;
  std::uint64_t least = 0;
  bool fits = false;
};
Attempt plan_features(const Data& data, const Options& options, Index rank);

// The training points as features, with what new points need.
struct Embedded {
  FeatureMap map;
  std::shared_ptr<const VectorSpace> space;
  Vector residual;  // of each point: what of |phi(x)|^2 its features miss
  Vector diagonal;  // |phi(x)|^2, where the kernel matrix was given
  Approximation report;
  std::uint64_t evaluations = 0;  // of the kernel function
};
// `kernel` is resolved; plan.approx is nystrom or rff.
Embedded embed_training(const Data& data, const Kernel& kernel, const Plan& plan, const Vector& weights,
                        std::uint64_t seed, Control* control);

// Mini-batch kernel k-means, all starts, the full pass, and the model.
struct MiniBatchRun {
  const Data& data;
  const Options& options;
  const Kernel& kernel;  // resolved
  const Gram& gram;
  const Vector& weights;
  const MiniBatch& choice;
  Precision precision;
};
void run_mini_batch(const MiniBatchRun& run, Result& result);

}  // namespace mercer
