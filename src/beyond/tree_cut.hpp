// Clusters of an ultrametric, by cutting its tree.
//
// Not the engine's loop: the best clusters under an ultrametric are nearly always what K - 1 cut branches
// leave, and all branches of a cluster are tried in one O(n) pass.
#pragma once

#include "graph/edge.hpp"
#include "graph/ultrametric.hpp"
#include "mercer/control.hpp"

namespace mercer {

struct TreeCutOptions {
  Index clusters = 2;
  std::uint64_t seed = 1;
  Vector weights = {};  // of the objects; empty = all 1
  Control* control = nullptr;
};

struct TreeCutFit {
  Labels labels;
  double cost = 0;  // H = sum over clusters of (1 / mass) sum_ij w_i w_j d_ij, twice the k-means objective
  double guarantee = 0;  // cost of the k-median start, at most twice the least cost that is possible
  Index iterations = 0;  // of the final k-means steps
};

// The better of greedy cuts and the exact k-median partition; swaps of cuts; some cuts taken back and others
// made; k-means steps.
TreeCutFit tree_cut(const Ultrametric& tree, const TreeCutOptions& options);

// No clusters of a number cost less than its bound: H >= H(1) - 2 (lambda_1 + ... + lambda_(k-1)), with the
// largest eigenvalues of the centred kernel matrix; no k means save more of the total variance than the first
// k - 1 principal axes hold.
struct CostBounds {
  double whole = 0;  // H(1), the cost of one cluster of all
  std::vector<double>
      sums;  // of the first 1, 2, ... eigenvalues, or a little more; empty: they were not found
  double at(Index clusters) const;  // 0: none is known
};
CostBounds cost_bounds(const Ultrametric& tree, const TreeCutOptions& options, Index most_clusters);

// Labels the objects outside the core of their cluster again: from the cores along the lightest edges of the
// spanning tree, which are given in order. The core is the largest part of the cluster that edges join before
// any edge leads out of the cluster. Nothing is done, and false returned, if `guarded` and a core holds less
// than half of its cluster.
bool attach_to_cores(const std::vector<Edge>& edges, bool guarded, Labels& labels);

}  // namespace mercer
