// How a clustering will be run: which space, how the kernel matrix is held, how many starts together.
#pragma once

#include "mercer/options.hpp"
#include "mercer/result.hpp"

namespace mercer {

struct FullPlan {
  Plan summary;
  Index together = 1;  // starts run at once
};

// Exact ways from the fastest to the leanest; the first that fits the budget is taken. Throws (memory) when
// none does.
FullPlan make_plan(const Data& data, const Options& options);

}  // namespace mercer
