// Artificial data as a table.
#pragma once

#include "mercer/generate.hpp"

namespace mercer::cli {

// x1, x2, ... and the label of each point.
std::string generated_csv(const Generated& made);

}  // namespace mercer::cli
