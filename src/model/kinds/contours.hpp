// New points against the contours of a sphere.
#pragma once

#include "model/kinds/kind.hpp"

namespace mercer::kinds {

Assignment assign(const Contours& kind, const Model& model, Query& query);
void pack(const Contours& kind, io::Archive& archive);
Contours read(of<Contours>, const Source& source);
bool fits(const Contours& kind, const Model& model);

}  // namespace mercer::kinds
