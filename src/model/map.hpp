// What a self-organising map shows of the data.
#pragma once

#include "mercer/result.hpp"

namespace mercer {

// D2: distances of the points to the nodes' prototypes; apart: squared distances between these.
Map map_of(const Som& som, const Matrix& D2, const Matrix& apart, const Vector& weights);

}  // namespace mercer
