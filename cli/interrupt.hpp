// Ctrl-C asks the running computation to stop with its best result so far; a second one ends the program.
#pragma once

#include <csignal>

#include "mercer/control.hpp"

namespace mercer::cli {

class Interrupt {
 public:
  explicit Interrupt(Control& control);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

 private:
  struct sigaction before_ {};
};

}  // namespace mercer::cli
