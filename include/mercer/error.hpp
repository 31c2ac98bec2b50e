// The one exception: what is wrong, which value, and what to do about it.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mercer {

// What kind of error it is. The number is also the program's exit code.
enum class Fault {
  failure = 1,        // any other failure
  usage = 2,          // an option or its value
  data = 65,          // the content of the input
  no_input = 66,      // a file that can't be opened
  cannot_write = 73,  // an output that can't be created
  io = 74,            // reading or writing was cut short
  memory = 75,        // the memory budget is too small
};

class Error : public std::runtime_error {
 public:
  Error(Fault fault, const std::string& message) : std::runtime_error(message), fault_(fault) {}
  Fault fault() const { return fault_; }

 private:
  Fault fault_;
};

// Messages name an option by its name here, in backquotes: "use `precision = double`". A program that calls
// it differently can translate the name. The value is empty if the message names none; an empty answer leaves
// the name as it is.
using Names = std::function<std::string(std::string_view option, std::string_view value)>;
std::string worded(const std::string& message, const Names& names);

}  // namespace mercer
