// What a model keeps of the training objects: what its kernel needs for new points.
#pragma once

#include <limits>
#include <variant>

#include "mercer/data.hpp"
#include "mercer/geodesic.hpp"

namespace mercer {

// The tree of gaps: the points in the order of the tree, and the gap between each and the next one; also the
// core distances, if min_points > 1.
struct TreeModel {
  Labels order;
  Vector gaps;
  Vector core;
};

// Nothing: the prototypes are vectors, or landmarks stand for the points.
struct NothingKnown {};

// Points, with which the kernel compares new ones, or among which the nearest are sought.
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
  Vector widths;  // the width of each point, if the paths are used as an affinity
  GeodesicModel geodesic;
};

using Known = std::variant<NothingKnown, KnownPoints, KnownMatrix, KnownTree, KnownPaths>;

// The points among them; empty where there are none.
Data points_of(const Known& known);

}  // namespace mercer
