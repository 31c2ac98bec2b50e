// What went wrong on another rank. All end: nothing can be exchanged any more.
#pragma once

#include "mercer/error.hpp"

namespace mercer {

class ErrorElsewhere : public Error {
 public:
  using Error::Error;
};

}  // namespace mercer
