// k-means steps in the feature space of an ultrametric, one cluster at a time: O(n) for each.
#pragma once

#include "beyond/condensed_tree.hpp"

namespace mercer {

struct TreeLloyd {
  double cost = 0;
  Index iterations = 0;
  bool whole = true;  // no group of a condensed tree wants to be divided
};
// `labels` are those of the nodes; only those with a mass of their own count. Ends when nothing changes or
// helps, and, with `whole` = false, when the nearest cluster of a group's farthest member would be another
// one.
TreeLloyd tree_lloyd(const CondensedTree& tree, Index clusters, Labels& labels);

}  // namespace mercer
