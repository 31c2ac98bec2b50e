// What was left open is settled before anything else: the method, its grid or kernel, the number of clusters.
#pragma once

#include "mercer/options.hpp"

namespace mercer {

// Fills in the default method, what the method settles itself, the number of clusters (two by default), and
// the dimensions of an embedding. Afterwards `method` has a value.
Options settle(Options options);

}  // namespace mercer
