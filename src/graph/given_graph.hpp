// A graph that was given, as methods on graphs of near points want it.
#pragma once

#include "graph/edge.hpp"
#include "mercer/data.hpp"
#include "mercer/neighbors.hpp"

namespace mercer {

// Vertices have no places, but they have neighbourhoods: an edge is as long as its ends have different ones,
//   d_ij = 1 - r_i.r_j / |r_i| |r_j|,  r_i = A_i + max_h A_ih e_i
// (structural similarity; Xu et al. 2007), so that a bridge between two groups is long whatever its weight.
struct GivenGraph {
  SparseMatrix weights;    // symmetric, zero diagonal, in one piece: see below
  std::vector<Edge> tree;  // shortest spanning tree of these lengths, sorted
  Neighbors nearest;       // of each vertex, one; itself where it has no edge
};
// `similarities` are symmetric and not negative. Pieces are joined by edges of hardly any weight.
GivenGraph given_graph(const SparseMatrix& similarities);

}  // namespace mercer
