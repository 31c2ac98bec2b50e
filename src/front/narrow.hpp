// Warns if clusters of a few points come from a kernel that is too narrow.
#pragma once

#include "front/run.hpp"

namespace mercer {

void warn_if_narrow(Run& run);

}  // namespace mercer
