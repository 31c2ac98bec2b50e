// New points that take the label of the nearest training point: hierarchies have no prototypes, and under the
// connectivity kernel a new point is reached through its nearest one.
#pragma once

#include "model/products.hpp"

namespace mercer {

// Whether the model labels new points so.
bool predicts_by_nearest(const Model& model);

// The nearest training point of each new one, and how far it is: the mutual reachability distance where there
// are core distances, ties going to the shorter and then to the lower index.
struct NearestObjects {
  std::vector<int> objects;
  Vector distances;
};
NearestObjects nearest_objects(const KnownPoints& known, const Data& points);

// Labels of the nearest objects.
Labels labels_by_nearest(const Model& model, const Data& points);

}  // namespace mercer
