// Mini-batch kernel k-means at the front door.
#pragma once

#include "front/run.hpp"

namespace mercer {

// All starts, the full pass over the points, and the model.
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
