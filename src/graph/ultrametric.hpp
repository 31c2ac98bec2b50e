// An ultrametric as a tree in preorder: the distance of two objects is the height of the lowest node above
// both. n objects need 2n - 1 nodes, and products with the n x n matrix of distances take O(n).
#pragma once

#include "mercer/dendrogram.hpp"

namespace mercer {

// Node 0 is the root; what is below node u follows it, in the nodes u+1 .. u+2*objects[u]-2, the larger child
// first. Arrays rather than nodes: passes over the tree read them in order.
struct Ultrametric {
  std::vector<int> parent;     // of each node; of the root: itself
  std::vector<double> height;  // 0 for objects
  std::vector<int> objects;    // below each node
  std::vector<int> node_of;    // of each object

  Index nodes() const { return static_cast<Index>(parent.size()); }
  Index size() const { return static_cast<Index>(node_of.size()); }
  double diameter() const { return height[0]; }
  // Length of the branch above a node.
  double branch(std::size_t u) const { return height[static_cast<std::size_t>(parent[u])] - height[u]; }
  // The first node behind those below u.
  Index end(Index u) const { return u + 2 * Index{objects[static_cast<std::size_t>(u)]} - 1; }
};
Ultrametric ultrametric_of(const Dendrogram& dendrogram);

// The same in 12 bytes an object: the objects in the order of the tree, and the distance of each to the next.
// The distance of any two is the largest one between them.
struct Chain {
  Labels order;
  Vector gaps;  // n - 1
};
Chain chain_of(const Ultrametric& tree);
Ultrametric ultrametric_of(const Chain& chain);

}  // namespace mercer
