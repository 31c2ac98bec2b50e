// The library's options in the words of the program: `precision = double` is --precision double.
#pragma once

#include <string>

namespace mercer::cli {

std::string in_flags(const std::string& message);

}  // namespace mercer::cli
