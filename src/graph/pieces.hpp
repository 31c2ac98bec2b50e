// The pieces into which a graph falls: points that edges join, directly or through others.
#pragma once

#include "mercer/types.hpp"

namespace mercer {

// The piece of each point, numbered in the order of their first points. Entries that are stored but zero, and
// the diagonal, join nothing.
Labels pieces(const SparseMatrix& graph);

}  // namespace mercer
