// Agglomeration on a graph.
//
// Not the engine's loop: nothing is a mean; clusters join two by two, the most similar first.
#pragma once

#include "mercer/beyond/graph_linkage.hpp"
#include "mercer/neighbors.hpp"

namespace mercer {

// How groups of points became clusters, two by two: a hierarchy that any number of clusters is cut from.
struct JoinedGroups {
  Labels start;                            // the groups, 0 .. m-1
  std::vector<std::pair<int, int>> joins;  // the group that is kept, and the one that joins it
  // As many clusters as asked for; more where no edge joins them.
  Labels at(Index clusters) const;
};
JoinedGroups join_groups(const SparseMatrix& graph, Labels start, Index least, GraphSimilarity linkage);

// Joins the clusters of `start` (0 .. m-1) until `clusters` are left, or none are joined by an edge. `graph`
// is symmetric. With a heap of pairs, O(edges log edges) unless a few clusters have edges to most others.
Labels agglomerate(const SparseMatrix& graph, const Labels& start, Index clusters, GraphSimilarity linkage);

// Points that lead to each other by nearest neighbours: where the joining begins.
Labels nearest_neighbor_groups(const Neighbors& near);

}  // namespace mercer
