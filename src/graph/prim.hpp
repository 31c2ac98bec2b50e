// Minimum spanning tree by Prim's rule, for any distances: n steps, each of which asks for the distances of
// one point to all that are not in the tree yet. O(n) memory.
#pragma once

#include <functional>
#include <span>

#include <array>

#include "core/parallel.hpp"
#include "graph/edge.hpp"

namespace mercer {

// Distances to a list of points that shrinks now and then.
class DistancesTo {
 public:
  virtual ~DistancesTo() = default;
  // Who the others are from now on; valid until the next call.
  virtual void list(std::span<const int> others) = 0;
  // out[r - begin] = what is compared of the distance between point i and others[r]; from several threads.
  virtual void from(Index i, Index begin, Index end, double* out) const = 0;
};

// Weights are max(distance, core of both ends) where `core` is not empty, as in kd_spanning_tree; `each` is a
// rough number of operations behind a distance. Empty when stopped.
std::vector<Edge> prim(Index size, DistancesTo& distances, const Vector& core, Index each,
                       Control* control = nullptr);

}  // namespace mercer
