// The library's options in the words of Python: `precision = double` is precision="double".
#pragma once

#include <string>

namespace mercer::python {

std::string in_parameters(const std::string& message);

}  // namespace mercer::python
