// New points against the spheres of a model.
#pragma once

#include "mercer/model.hpp"

namespace mercer {

// One-class: 0 inside, -1 outside. Support vector clustering: a point inside takes the cluster of the nearest
// training point that a segment inside joins it to, one outside that of the nearest point inside; a training
// point keeps its own. `points` are as the model knows them.
Labels sphere_labels(const Model& model, const Data& points);
// Squared distance to the nearest centre minus the squared radius: above 0 outside.
Vector sphere_scores(const Model& model, const Data& points);

}  // namespace mercer
