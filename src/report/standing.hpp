// Where the nodes of a hierarchy stand, from left to right, so that no branches cross.
#pragma once

#include <vector>

#include "mercer/dendrogram.hpp"

namespace mercer {

struct Standing {
  std::vector<double> x;   // of each node, in objects from the left; a node stands in the middle of its two
  std::vector<int> order;  // the objects from left to right
};
Standing stand(const Dendrogram& dendrogram);

}  // namespace mercer
