// A feature map as part of a model.
#pragma once

#include "model/kinds/kind.hpp"

namespace mercer::kinds {

// The points that the map takes: dense or sparse, as its landmarks are.
Data as_landmarks(const FeatureMap& map, const Data& points);

void pack_map(const FeatureMap& map, io::Archive& archive);
FeatureMap read_map(const io::Archive& archive);
// Whether its parts fit one another and the model: landmarks, columns of a given matrix, landmarks of paths,
// or random frequencies, and nothing else.
bool map_fits(const FeatureMap& map, const Model& model);

}  // namespace mercer::kinds
