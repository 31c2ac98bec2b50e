// What is promised of every answer is looked at before it is given.
#pragma once

#include "front/run.hpp"

namespace mercer {

// Refuses an answer that is not made of finite numbers: its model could be written, but not read again.
void require_sound(const Run& run);

// Says so where the model gives training points another label than the fit did.
void warn_if_relabelled(Run& run);

}  // namespace mercer
