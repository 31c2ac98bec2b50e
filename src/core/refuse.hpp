// How the library says no to an option.
#pragma once

#include <string>

#include "mercer/error.hpp"

namespace mercer {

[[noreturn]] inline void refuse(const std::string& message) { throw Error(Fault::usage, message); }

}  // namespace mercer
