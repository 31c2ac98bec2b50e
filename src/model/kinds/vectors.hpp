// Prototypes that are points of the input space.
#pragma once

#include "model/kinds/kind.hpp"

namespace mercer::kinds {

// Distances to vectors that are given about `centre`, formed about it as in the fit.
Nearness to_vectors(const Data& points, const Vector& centre, const Matrix& prototypes);

Nearness measure(const Vectors& place, const Model& model, Query& query);
Assignment assign(const Vectors& kind, const Model& model, Query& query);
void pack(const Vectors& kind, io::Archive& archive);
Vectors read(of<Vectors>, const Source& source);
bool fits(const Vectors& kind, const Model& model);

}  // namespace mercer::kinds
