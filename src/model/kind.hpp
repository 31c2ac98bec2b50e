// The kind of a model, whichever it is.
#pragma once

#include "embed/kernel_pca.hpp"
#include "model/kinds/kind.hpp"

namespace mercer {

Assignment assign_kind(const Model& model, Query& query);
void pack_kind(const kinds::Kind& kind, io::Archive& archive);
// The parts that all kinds have are in source.model already.
kinds::Kind read_kind(const kinds::Source& source);
bool kind_fits(const Model& model);
// Whether every part of a model fits the others; no other is read from a file.
bool model_fits(const Model& model);

// What a fit puts together. The prototypes were found among features, or among principal components, ...
void place_among_features(kinds::Kind& kind, FeatureMap map);
void place_among_components(kinds::Kind& kind, Projection components);
// ... and new points ask for the nearest training object: of hierarchies, and on a tree.
bool asks_nearest_object(const Method& method, const Kernel& kernel);
void ask_nearest_object(kinds::Kind& kind);
// What the cluster of a new point takes: a look at the prototypes, at some nearest training points, or at
// all.
enum class Effort { prototypes, neighbors, objects };
Effort effort_of(const kinds::Kind& kind);

// Whether what is asked of new points takes their kernel values with all training points.
bool asks_products(const Model& model, const What& what);

// Distances of new points to prototypes that are expansions over training objects.
Nearness nearness(const Model& model, const Data& points);

// Whether new points can't be assigned without the training objects.
bool needs_objects(const kinds::Kind& kind);

}  // namespace mercer
