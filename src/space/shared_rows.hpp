// What ranks that own points tell each other of them.
#pragma once

#include "core/ranks.hpp"
#include "space/space.hpp"

namespace mercer {

// Labels that moved, as each rank found them among its own points, in ascending order: all of them, and
// `labels` are the new ones everywhere.
Moves told_moves(const Ranks& ranks, Moves found, Labels& labels);

// Rows here[0], here[1], ... of D2, which lie in `values` one after the other on the rank that has them: now
// all ranks have all rows.
void gather_rows_of(const Ranks& ranks, std::vector<Index> here, std::vector<double> values, Matrix& D2);

}  // namespace mercer
