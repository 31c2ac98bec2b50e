// The kernel of every point with itself, where it may be too large to compute with.
#pragma once

#include "mercer/types.hpp"

namespace mercer {

void require_finite(const Vector& diagonal);

}  // namespace mercer
