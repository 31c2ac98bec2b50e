// The best answer so far, where a search was stopped that looks at some of the points: their clusters, and
// for the others what follows from them.
#pragma once

#include "mercer/result.hpp"

namespace mercer {

struct SoFar {
  Result result;            // of the points that were looked at
  std::vector<Index> rows;  // these points, rising
};

// As a result for all points that says so. New points ask the model; where that would take long, they ask
// their neighbours among some of the points that were looked at.
Result for_all(SoFar found, const Data& data);

}  // namespace mercer
