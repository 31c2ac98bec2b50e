// Lloyd's iterations with the kernel matrix stored in the GPU's memory: what mercer's way is compared with.
#pragma once

#include <vector>

namespace mercer {

struct StoredRun {
  double fill_seconds = 0, seconds = 0;  // to fill the matrix; to convergence, once it is filled
  int iterations = 0;
  double gigabytes = 0;  // of the matrix
  std::vector<int> labels;
};

// exp(-gamma |x - y|^2) of n points x of d columns, as float; from these labels until none changes.
StoredRun stored_lloyd(const float* x, int n, int d, float gamma, int k, const std::vector<int>& labels);

}  // namespace mercer
