// Numbers, dates and counts as a person reads them.
#pragma once

#include <string>
#include <string_view>

#include "mercer/types.hpp"

namespace mercer {

// 81312.4 -> "81,300", 2.1234 -> "2.12": three digits that count, thousands set apart.
std::string readable(double value);
// All digits: 70000 -> "70,000", 0.25 -> "0.25".
std::string with_thousands(double value);
std::string count_text(Index count);
// .714 -> "71 %"
std::string percent(double share);
// "1 cell", "37 cells"
std::string counted(Index count, std::string_view one);

}  // namespace mercer
