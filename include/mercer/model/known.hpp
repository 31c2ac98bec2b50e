// What a model keeps of the training objects: as much as its kernel needs for new points.
#pragma once

#include <limits>
#include <variant>

#include "mercer/data.hpp"

namespace mercer {

// What a geodesic kernel needs for new points: they enter the graph where they are nearest to it.
struct GeodesicModel {
  SparseMatrix graph;  // lengths between the training points; a stored zero is an edge
  Vector reach;    // how far the last neighbour of each training point is; empty where the graph was given
  double far = 0;  // between points without a path
  double constant = 0;  // of the shift
  // With landmarks: which training points, the mean squared distance of each to the others, and their mean.
  Labels landmarks;
  Vector means;
  double mean = 0;
};

// The tree of gaps, as the points in its order and the gap between each and the next one; and the core
// distances, where min_points > 1.
struct TreeModel {
  Labels order;
  Vector gaps;
  Vector core;
};

// Nothing: the prototypes are vectors, or landmarks stand for the points.
struct NothingKnown {};

// Points, which the kernel compares with new ones; or of which the nearest are asked.
struct KnownPoints {
  Data points;
  Vector widths;  // s of gaussian:local, one per point
};

// The kernel matrix was given: a new point is its row of similarities (or dissimilarities) to the others.
struct KnownMatrix {
  double self = std::numeric_limits<double>::quiet_NaN();  // k(z, z) of a new point; NaN: not known
};

// The connectivity kernel.
struct KnownTree {
  Data points;  // none where the distances were given
  TreeModel tree;
};

// The geodesic kernel.
struct KnownPaths {
  Data points;    // none where the distances were given
  Vector widths;  // where the paths are an affinity: the width of each point
  GeodesicModel geodesic;
};

using Known = std::variant<NothingKnown, KnownPoints, KnownMatrix, KnownTree, KnownPaths>;

// The points among them; empty where there are none.
Data points_of(const Known& known);

}  // namespace mercer
