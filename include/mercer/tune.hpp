// A number of a kernel or a method that nobody knows: a ladder of values, and the evidence for each.
#pragma once

#include <string>
#include <vector>

#include "mercer/types.hpp"

namespace mercer {

// One value that was tried.
struct TuningStep {
  double value = 0;
  double agreement = 0;   // with the clusters at neighbouring values and from other starts
  double separation = 0;  // of its clusters, 0 to 1
  Index clusters = 0;     // that were found
  std::string failure;    // why there are none; empty when there are

  // E = A (1 + s / 2), as for the number of clusters.
  double evidence() const { return agreement * (1 + separation / 2); }
};

struct Tuning {
  std::string parameter;  // kernel.sigma
  std::vector<TuningStep> steps;
  std::size_t best = 0;
  bool interrupted = false;
};

// "gaussian:sigma=search" -> "gaussian", and returns "kernel.sigma" where `of` is "kernel": a number that is
// to be searched is one to be tuned. Returns "" where there is none.
std::string take_searched(std::string& choice, const std::string& of);

}  // namespace mercer
