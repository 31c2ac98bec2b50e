// Prototypes in feature space, as weighted means of mapped training objects.
#pragma once

#include "model/kinds/kind.hpp"

namespace mercer::kinds {

// Distances to v_j = sum_h W(h, j) phi(x_h) / mass_j.
Nearness to_means(const Model& model, Query& query, const Matrix& W);
// W of an expansion, n x k.
Matrix coefficients_of(const Expansion& kind, const Model& model);

Nearness measure(const Expansion& place, const Model& model, Query& query);
Assignment assign(const Expansion& kind, const Model& model, Query& query);
void pack(const Expansion& kind, io::Archive& archive);
Expansion read(of<Expansion>, const Source& source);
bool fits(const Expansion& kind, const Model& model);

}  // namespace mercer::kinds
