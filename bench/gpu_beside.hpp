// What a GPU does beside products with a kernel matrix.
#pragma once

#include "mercer/types.hpp"

namespace mercer {

void measure_beside(Index n);

}  // namespace mercer
