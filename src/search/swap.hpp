// Swap search: moves one prototype at a time to a point that is badly served, and keeps what is better.
#pragma once

#include "engine/hard.hpp"

namespace mercer {

// Improves the start in `best` (a state of exactly one start).
void swap_search(const Space& space, HardState& best, Index trials, std::uint64_t seed,
                 const HardOptions& options);

}  // namespace mercer
