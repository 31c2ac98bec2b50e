// What a partition of the objects of an ultrametric costs.
#pragma once

#include "graph/ultrametric.hpp"

namespace mercer {

struct PartitionCost {
  Vector mass;                                      // of each cluster
  Vector within;                                    // mean distance among its members, themselves included
  double cost() const { return mass.dot(within); }  // H; a label of -1 counts nowhere
};
PartitionCost partition_cost(const Ultrametric& tree, const Vector& weights, const Labels& labels,
                             Index clusters);

}  // namespace mercer
