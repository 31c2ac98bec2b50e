// Prototypes among the features of points.
#pragma once

#include "model/kinds/kind.hpp"

namespace mercer::kinds {

Nearness measure(const Features& place, const Model& model, Query& query);
Assignment assign(const Features& kind, const Model& model, Query& query);
void pack(const Features& kind, io::Archive& archive);
Features read(of<Features>, const Source& source);
bool fits(const Features& kind, const Model& model);

}  // namespace mercer::kinds
