// Points brought to the unit sphere.
#pragma once

#include "mercer/data.hpp"

namespace mercer {

// x / |x|: between such points |x-y|^2 = 2 (1 - cos). A zero vector is an error that names its row.
Data unit_rows(const Data& data);
// Throws that error.
void check_directions(const Data& data);

}  // namespace mercer
