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

// The cost of one cluster of all.
double whole_cost(const Ultrametric& tree, const Vector& weights);

// The objects outside the core of their cluster (its largest subtree that holds nobody else) are labelled
// anew: from the cores along the lightest edges. Nothing is done, and false returned, if `guarded` and a core
// holds less than half of its cluster.
bool attach_to_cores(const Ultrametric& tree, const std::vector<Edge>& edges, bool guarded, Labels& labels);

}  // namespace mercer
