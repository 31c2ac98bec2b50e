// New points that ask their neighbours.
#pragma once

#include "model/kinds/kind.hpp"

namespace mercer::kinds {

Assignment assign(const Vote& kind, const Model& model, Query& query);
void pack(const Vote& kind, io::Archive& archive);
Vote read(of<Vote>, const Source& source);
bool fits(const Vote& kind, const Model& model);

}  // namespace mercer::kinds
