// Values that are not numbers.
#pragma once

#include "mercer/data.hpp"

namespace mercer {

// Throws for NaN and infinite values, naming row and column.
void check_finite(const Data& data);

}  // namespace mercer
