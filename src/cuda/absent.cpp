// A build without CUDA.
#include "cuda/devices.hpp"

namespace mercer {

Devices find_devices() {
  return {{}, "this build of mercer has no CUDA; build it with -DMERCER_CUDA=ON, or use `device = cpu`"};
}

std::unique_ptr<DevicePairs> pairs_on_device(int) { throw Error(Fault::failure, find_devices().why_none); }
template <class T>
std::shared_ptr<const DevicePoints> points_on_device(int, std::shared_ptr<const KernelTiles<T>>, Range) {
  throw Error(Fault::failure, find_devices().why_none);
}
template std::shared_ptr<const DevicePoints> points_on_device(int, std::shared_ptr<const KernelTiles<float>>,
                                                              Range);
template std::shared_ptr<const DevicePoints> points_on_device(int, std::shared_ptr<const KernelTiles<double>>,
                                                              Range);

}  // namespace mercer
