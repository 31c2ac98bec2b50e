// The graph of near points, weighted by the self-tuning Gaussian kernel (Zelnik-Manor and Perona 2004).
#pragma once

#include <functional>

#include "graph/edge.hpp"
#include "mercer/neighbors.hpp"

namespace mercer {

// s_i: the distance of each point to its 7th neighbour (or the last, of fewer), no less than 1e-12 of the
// largest distance.
Vector self_tuning_widths(const Neighbors& near);

// The weight of an edge, from its ends and its length; symmetric in the ends.
using EdgeWeight = std::function<double(int a, int b, double length)>;

// A_ij = exp(-d_ij^2 / (s_i s_j)), no less than 1e-8
EdgeWeight self_tuning_weight(const Vector& widths);

// i and j are joined where one is among the first k neighbours of the other, with weight `near_weight`, or by
// an edge of the spanning tree, with `tree_weight`: so the graph is connected. Symmetric, zero diagonal.
SparseMatrix joined_neighbors(const Neighbors& near, Index k, const std::vector<Edge>& tree,
                              const EdgeWeight& near_weight, const EdgeWeight& tree_weight);
// The same with self-tuning weights for both.
SparseMatrix kernel_graph(const Neighbors& near, Index k, const std::vector<Edge>& tree);

}  // namespace mercer
