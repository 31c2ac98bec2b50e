// The selection behind a search for neighbours, for whatever vector instructions the processor has.
#pragma once

#include "mercer/types.hpp"

namespace mercer {

// Which pairs of a row may be near: positions j with xx + yy[j] - 2 xy[j] <= bound or <= bounds[j] (where
// `bounds` is given). They are written to `found`, which has room for all; their number is returned.
Index find_near(const float* xy, Index count, float xx, const float* yy, float bound, const float* bounds,
                int* found);
Index find_near(const double* xy, Index count, double xx, const double* yy, double bound,
                const double* bounds, int* found);

}  // namespace mercer
