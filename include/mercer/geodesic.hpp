// What a geodesic kernel keeps of its graph.
#pragma once

#include "mercer/data.hpp"

namespace mercer {

// What new points need: they enter the graph at their nearest training points.
struct GeodesicModel {
  SparseMatrix graph;   // lengths between the training points; a stored zero is an edge
  Vector reach;         // distance to the last neighbour of each training point; empty if the graph was given
  double far = 0;       // distance between points without a path
  double constant = 0;  // added by the shift
  // With landmarks: which training points, the mean squared distance of each to the others, and their mean.
  Labels landmarks;
  Vector means;
  double mean = 0;
};

}  // namespace mercer
