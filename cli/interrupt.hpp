// Ctrl-C asks the running computation to stop with its best result so far; a second one ends the program, and
// so do two seconds without that result.
#pragma once

#include <csignal>
#include <stdexcept>

#include "mercer/control.hpp"

namespace mercer::cli {

// Stopped before there was anything to return.
struct Interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Interrupt {
 public:
  Interrupt(Control& control, bool shown);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

 private:
  struct sigaction before_ {
  }, alarm_before_{};
};

}  // namespace mercer::cli
