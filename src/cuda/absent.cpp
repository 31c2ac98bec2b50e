// A build without CUDA.
#include "cuda/devices.hpp"

namespace mercer {

Devices cuda_devices() {
  return {{}, "this build of mercer has no CUDA; build it with -DMERCER_CUDA=ON, or use `device = cpu`"};
}

std::unique_ptr<DevicePairs> cuda_pairs(int) { throw Error(Fault::failure, cuda_devices().why_none); }
template <class T>
std::shared_ptr<const DevicePoints> cuda_points(int, std::shared_ptr<const KernelTiles<T>>, Range) {
  throw Error(Fault::failure, cuda_devices().why_none);
}
template std::shared_ptr<const DevicePoints> cuda_points(int, std::shared_ptr<const KernelTiles<float>>,
                                                         Range);
template std::shared_ptr<const DevicePoints> cuda_points(int, std::shared_ptr<const KernelTiles<double>>,
                                                         Range);

}  // namespace mercer
