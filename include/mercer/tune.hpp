// Searches a parameter of a kernel or a method: tries a ladder of values, and measures the evidence for each.
#pragma once

#include <string>
#include <vector>

#include "mercer/types.hpp"

namespace mercer {

// One value that was tried.
struct TuningStep {
  double value = 0;
  // With what auto's candidates find; where there are none, with the clusters at neighbouring values and from
  // another start.
  double agreement = 0;
  double separation = 0;  // of its clusters, 0 to 1
  Index clusters = 0;     // that were found
  std::string failure;    // why there are no clusters; empty if there are

  // E = A (1 + s / 2), as for the number of clusters.
  double evidence() const { return agreement * (1 + separation / 2); }
};

struct Tuning {
  std::string parameter;  // kernel.sigma
  std::vector<TuningStep> steps;
  std::size_t best = 0;
  bool interrupted = false;
};

// Turns "gaussian:sigma=search" into "gaussian", and returns "kernel.sigma" if `of` is "kernel": that
// parameter is to be tuned. Returns "" if no parameter is to be searched.
std::string take_searched(std::string& choice, const std::string& of);

}  // namespace mercer
