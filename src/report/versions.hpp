// What a result may depend on beside its command.
#pragma once

#include <string>

namespace mercer {

std::string versions();  // "mercer 0.2.0, GCC 12.2.0, Eigen 3.4.0, OpenBLAS 0.3.21"

}  // namespace mercer
