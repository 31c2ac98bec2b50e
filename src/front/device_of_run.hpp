// The GPU that works for a run: products with its points, and pairs of points compared for all parts of it.
#pragma once

#include <algorithm>

#include "cuda/device_points.hpp"
#include "cuda/devices.hpp"
#include "cuda/or_processor.hpp"
#include "mercer/result.hpp"

namespace mercer {

class DeviceOfRun {
 public:
  // -1: none
  explicit DeviceOfRun(int number)
      : pairs_(number >= 0 ? pairs_on_device(number) : nullptr),
        searching_(pairs_ ? pairs_.get() : pair_search_of_thread()) {}

  // What it did in either way; none: nothing.
  std::optional<DeviceUse> use(const DevicePoints* points) const {
    std::optional<DeviceUse> use;
    if (points) use = points->use();
    if (pairs_ && pairs_->use().passes > 0) add_use(use, pairs_->use());
    return use;
  }

 private:
  std::unique_ptr<DevicePairs> pairs_;
  PairSearchScope searching_;
};

// What is said where the processor did what a GPU could not.
inline Warning without_device(const std::string& why) {
  return {"the processor did the work: " + why, "free the GPU's memory, or use `device = cpu`"};
}

}  // namespace mercer
