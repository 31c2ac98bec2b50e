// What a computation reports in addition to its result.
#pragma once

#include <string>
#include <vector>

namespace mercer {

// Something a user should know; `remedy` says what to do about it.
struct Warning {
  std::string what, remedy;
};

// One or more numbers that the method found on its way: m_crit, b_crit, eta, ...
struct Finding {
  std::string name;
  std::vector<double> values;
  std::string about;
  std::string text = {};  // the same in words, if the numbers would not be clear
};

}  // namespace mercer
