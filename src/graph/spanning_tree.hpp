// The minimum spanning tree of points, of a matrix of dissimilarities, or of a graph.
#pragma once

#include "data/shape.hpp"
#include "graph/edge.hpp"
#include "graph/prim.hpp"
#include "mercer/data.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

struct SpanningTree {
  std::vector<Edge> edges;  // sorted; n - 1 of them, or none when stopped
  Vector core;              // distance of each point to its (min_points - 1)-th neighbour; empty for 1
};

// `points` are checked: finite, and for a given matrix square, symmetric and not negative.
// Core distances that are known already need not be found again (not for cosine).
SpanningTree spanning_tree(const Data& points, const Connectivity& paths, Control* control = nullptr,
                           Vector core = {});

// Edges of a tree in order.
SpanningTree sorted_tree(std::vector<Edge> edges, Vector core = {});

// Whether the points themselves are searched through a tree rather than compared with all others.
bool by_boxes(const Shape& points, PathMetric metric);
inline bool by_boxes(const Data& points, PathMetric metric) { return by_boxes(shape_of(points), metric); }

}  // namespace mercer
