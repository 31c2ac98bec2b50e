// The ends of the spectrum of a Gram matrix that is known by its products only.
#pragma once

#include "gram/gram.hpp"

namespace mercer {

struct SpectrumEnds {
  double least = 0, largest = 0;
};
// Of the centred matrix, after so many steps of Lanczos' recurrence. Both lie inside the spectrum, so that a
// negative value proves a negative eigenvalue; the ends are what converges first.
SpectrumEnds ritz_ends(const Gram& gram, Index steps = 64);

}  // namespace mercer
