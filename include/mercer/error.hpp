// The one exception: what is wrong, which value, and what to do about it.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mercer {

// Whose fault it is; the program's exit code is this number.
enum class Fault {
  failure = 1,        // anything else
  usage = 2,          // an option or its value
  data = 65,          // the content of the input
  no_input = 66,      // a file that can't be opened
  cannot_write = 73,  // an output that can't be created
  io = 74,            // reading or writing broke off
  memory = 75,        // over the memory budget
};

class Error : public std::runtime_error {
 public:
  Error(Fault fault, const std::string& message) : std::runtime_error(message), fault_(fault) {}
  Fault fault() const { return fault_; }

 private:
  Fault fault_;
};

// Messages name an option by its name here, in backquotes: "use `precision = double`". A program that knows
// it by another name puts it in its own words. The value is empty where none is named; an empty answer leaves
// the name as it is.
using Names = std::function<std::string(std::string_view option, std::string_view value)>;
std::string worded(const std::string& message, const Names& names);

}  // namespace mercer
