// New points that take the label of the nearest training object.
#pragma once

#include "model/kinds/kind.hpp"

namespace mercer::kinds {

Assignment assign(const Nearest& kind, const Model& model, Query& query);
void pack(const Nearest& kind, io::Archive& archive);
Nearest read(of<Nearest>, const Source& source);
bool fits(const Nearest& kind, const Model& model);

}  // namespace mercer::kinds
