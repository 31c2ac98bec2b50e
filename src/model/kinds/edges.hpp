// New vertices of a graph, by their edges.
#pragma once

#include "model/kinds/kind.hpp"

namespace mercer::kinds {

Assignment assign(const Edges& kind, const Model& model, Query& query);
void pack(const Edges& kind, io::Archive& archive);
Edges read(of<Edges>, const Source& source);
bool fits(const Edges& kind, const Model& model);

}  // namespace mercer::kinds
