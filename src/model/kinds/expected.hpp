// Which kind of clusters a method has under a kernel.
#pragma once

#include "model/kinds/kind.hpp"

namespace mercer::kinds {

// The name of the kind; empty where it is a place for prototypes, and the nearest one decides.
std::string_view expected_kind(const Method& method, const Kernel& kernel);

// Files of version 0.1 do not say which kind they hold: it is the one expected; a place follows from the
// arrays that are there.
std::string kind_before(const Source& source);
std::string place_before(const Source& source);

}  // namespace mercer::kinds
