// New points against spheres in feature space.
#pragma once

#include "model/kinds/kind.hpp"

namespace mercer::kinds {

Assignment assign(const Spheres& kind, const Model& model, Query& query);
void pack(const Spheres& kind, io::Archive& archive);
Spheres read(of<Spheres>, const Source& source);
bool fits(const Spheres& kind, const Model& model);

}  // namespace mercer::kinds
