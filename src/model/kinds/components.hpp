// Prototypes among kernel principal components.
#pragma once

#include "model/kinds/kind.hpp"

namespace mercer::kinds {

Nearness measure(const Components& place, const Model& model, Query& query);
Assignment assign(const Components& kind, const Model& model, Query& query);
void pack(const Components& kind, io::Archive& archive);
Components read(of<Components>, const Source& source);
bool fits(const Components& kind, const Model& model);

}  // namespace mercer::kinds
