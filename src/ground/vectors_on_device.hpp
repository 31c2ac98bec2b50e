// Vectors whose nearest prototypes a GPU finds.
#pragma once

#include "cuda/device_vectors.hpp"
#include "cuda/devices.hpp"

namespace mercer {

// The space Base(arguments...) of these points, of which a GPU has a copy in T, `centred` as the space
// centres them. The points must live as long as the space.
template <class Base, class T, class... Arguments>
std::shared_ptr<const Base> vectors_on_device(int number, const Data& points, bool centred,
                                              std::shared_ptr<const DevicePoints>& there,
                                              Arguments&&... arguments) {
  const auto tiles = std::make_shared<const KernelTiles<T>>(points, Linear{}, centred);
  there = points_on_device<T>(number, tiles, device_rows(points.size()));
  return std::make_shared<DeviceVectors<Base>>(there, std::forward<Arguments>(arguments)...);
}

}  // namespace mercer
