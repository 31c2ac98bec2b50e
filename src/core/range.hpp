// A stretch of points.
#pragma once

#include "mercer/types.hpp"

namespace mercer {

// Points begin .. end-1.
struct Range {
  Index begin = 0, end = 0;
  Index size() const { return end - begin; }
};

}  // namespace mercer
