// The nearest points of each point, by position in a kd-tree: what the first rounds of Boruvka choose from,
// and core distances.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/kd_boxes.hpp"

namespace mercer {

// The k nearest others of each position, the nearest first; of equals at the end any.
struct NearLists {
  Index kept = 0;              // positions kept of each list: the k nearest, or the first of them
  std::vector<int> positions;  // n x kept
  std::vector<double>
      horizon;  // no point outside the list is nearer than this, as it is compared; infinite: all are in it
  std::vector<double> core;  // what is compared of the distance to the `rank`-th; empty for rank 0
};

// Lists of `count` points, and of as many as core distances of rank `rank` need.
template <class Metric>
NearLists near_lists(const KdBoxes& boxes, Index count, Index rank);

}  // namespace mercer
