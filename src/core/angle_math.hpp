// Cosines and sines of many angles, for whatever vector instructions the processor has.
#pragma once

#include "mercer/types.hpp"

namespace mercer {

// cosines[i] = scale cos t[i] and sines[i] = scale sin t[i], to a few units in the last place. A value
// depends only on its own angle, not on its neighbours or its place.
void cosines_and_sines(const float* t, Index count, float scale, float* cosines, float* sines);
void cosines_and_sines(const double* t, Index count, double scale, double* cosines, double* sines);

}  // namespace mercer
