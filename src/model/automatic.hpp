// New points under a model of method auto.
#pragma once

#include "io/archive.hpp"
#include "mercer/model.hpp"

namespace mercer {

// By the rule of the method that won; `points` are as the model knows them.
Labels automatic_labels(const Model& model, const Data& points);

void pack(const AutoModel& automatic, io::Archive& archive);
std::optional<AutoModel> read_automatic(const io::Archive& archive);
// Whether its parts fit the others.
bool automatic_fits(const Model& model);

}  // namespace mercer
