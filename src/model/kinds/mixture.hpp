// New points under a mixture of Gaussians.
#pragma once

#include "model/kinds/kind.hpp"

namespace mercer::kinds {

Assignment assign(const Mixture& kind, const Model& model, Query& query);
void pack(const Mixture& kind, io::Archive& archive);
Mixture read(of<Mixture>, const Source& source);
bool fits(const Mixture& kind, const Model& model);

}  // namespace mercer::kinds
