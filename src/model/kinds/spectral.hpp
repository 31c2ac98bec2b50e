// Prototypes among the eigenvectors of an affinity.
#pragma once

#include "model/kinds/kind.hpp"

namespace mercer::kinds {

Nearness measure(const Spectral& place, const Model& model, Query& query);
Assignment assign(const Spectral& kind, const Model& model, Query& query);
void pack(const Spectral& kind, io::Archive& archive);
Spectral read(of<Spectral>, const Source& source);
bool fits(const Spectral& kind, const Model& model);

}  // namespace mercer::kinds
