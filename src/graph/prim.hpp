// Minimum spanning tree by Prim's rule, for any distances: n steps, each of which asks for the distances of
// one point to all that are not in the tree yet. O(n) memory.
#pragma once

#include <functional>
#include <span>

#include <array>

#include "core/parallel.hpp"
#include "graph/edge.hpp"

namespace mercer {

// out[r] = what is compared of the distance between point i and others[r]; called from several threads.
using DistancesTo = std::function<void(Index i, std::span<const int> others, std::span<double> out)>;

// Weights are max(distance, core of both ends) where `core` is not empty, as in kd_spanning_tree; `each` is a
// rough number of operations behind a distance. Empty when stopped.
std::vector<Edge> prim(Index size, const DistancesTo& distances, const Vector& core, Index each,
                       Control* control = nullptr);

}  // namespace mercer
