// The last step: neighbours vote.
#pragma once

#include "mercer/types.hpp"

namespace mercer::automatic {

// Every point moves to the cluster with the largest summed weight of its edges, all at once, at most 10
// times; it stays on ties. Stops when nothing changes or before a cluster would vanish. Returns how many
// points changed their cluster.
Index polish(const SparseMatrix& graph, Index clusters, Labels& labels);

}  // namespace mercer::automatic
