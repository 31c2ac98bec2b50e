// The graph of near points that geodesic distances run along.
#pragma once

#include "graph/components.hpp"
#include "graph/dijkstra.hpp"
#include "mercer/data.hpp"
#include "mercer/kernels.hpp"
#include "mercer/neighbors.hpp"

namespace mercer {

struct Neighborhood {
  SparseMatrix edges;     // lengths, symmetric; a stored zero is an edge
  Vector reach;           // of each point: how far its last neighbour is; empty where the graph was given
  int found = 0;          // components of the neighbours' graph
  Components components;  // after those were joined that had to be
};

// Of points, or of their distances; sparse distances are the graph itself, which is taken as it is.
Neighborhood neighborhood(const Data& data, const Geodesic& kernel, Index clusters);

// Where the paths of each new point enter the graph: at its nearest training point, and at those of its
// neighbours whose own reach includes it. A copy of a training point enters only there. Where the graph was
// given, a new point is a sparse row of edges.
using Entrances = std::vector<std::vector<Entrance>>;
Entrances entrances(const Data& fresh, const Data& training, const Geodesic& kernel, const Vector& reach);

// The distances of new points along the graph to some vertices; infinite where there is no path.
Matrix geodesics_to(const SparseMatrix& graph, const Entrances& entrances, std::span<const int> vertices);

}  // namespace mercer
