// New points under the rule of the candidate that won.
#pragma once

#include "model/kinds/kind.hpp"

namespace mercer::kinds {

// Points in the representation in which the winner won; of a graph, as they are.
Data seen(const Automatic& kind, const Data& points);

// Of what a contest left, and the clusters' means.
Automatic automatic_of(AutoModel found, Vectors means);

Assignment assign(const Automatic& kind, const Model& model, Query& query);
void pack(const Automatic& kind, io::Archive& archive);
Automatic read(of<Automatic>, const Source& source);
bool fits(const Automatic& kind, const Model& model);

}  // namespace mercer::kinds
