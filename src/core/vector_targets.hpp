// The instruction sets for which files of vector loops are compiled, once for each: include it before
// Highway. Those without a fixed vector length can't keep arrays of vectors. SSSE3 and SSE4 bring these loops
// nothing over SSE2, and would be compiled by everybody.
#pragma once

#define HWY_DISABLED_TARGETS \
  (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_SSSE3 | HWY_SSE4)
