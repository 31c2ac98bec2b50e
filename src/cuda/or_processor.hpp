// A GPU that nobody asked for may fail, or have too little memory after all. Then the processor does the
// work.
#pragma once

#include <string>

#include "core/device_error.hpp"
#include "mercer/communicator.hpp"
#include "mercer/device.hpp"

namespace mercer {

// there(), and where a GPU fails in it on any rank, here(why). Where it is not `unasked`, only there().
template <class There, class Here>
auto or_processor(bool unasked, There&& there, Here&& here) {
  if (!unasked) return there();
  std::string why;
  try {
    return together(there);  // a DeviceError of one rank becomes one on all
  } catch (const DeviceError& error) {
    why = error.what();
  }
  return here(why.substr(0, why.find("; use ")));  // what is wrong, without the remedy
}

// Whether `auto` has chosen a GPU. -1: it has not.
inline bool is_unasked(const DeviceChoice& choice, int number) {
  return number >= 0 && choice.where == DeviceChoice::Where::automatic;
}

}  // namespace mercer
