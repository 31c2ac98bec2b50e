// What a GPU could not do. Where nobody asked for the GPU, the processor does it then
// (cuda/or_processor.hpp).
#pragma once

#include "mercer/error.hpp"

namespace mercer {

class DeviceError : public Error {
 public:
  using Error::Error;
};

// The same on every rank, where all know of it: they go on together, or all end.
class SharedDeviceError : public DeviceError {
 public:
  using DeviceError::DeviceError;
};

}  // namespace mercer
