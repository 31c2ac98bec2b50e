// The one exception: what is wrong, which value, and what to do about it.
#pragma once

#include <stdexcept>
#include <string>

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

}  // namespace mercer
