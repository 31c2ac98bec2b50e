// The GPUs of this machine, as CUDA sees them.
#include <fmt/format.h>

#include <cstdlib>

#include "cuda/devices.hpp"
#include "cuda/memory.hpp"

namespace mercer {
namespace {

constexpr int least_capability = 80;

std::string reason(cudaError_t error) {
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (visible && (*visible == '\0' || *visible == '-'))
    return fmt::format("CUDA_VISIBLE_DEVICES = '{}' hides every GPU; unset it, or use `device = cpu`",
                       visible);
  if (error == cudaErrorInsufficientDriver)
    return "no driver for the GPU is installed, or it is too old for this build; install NVIDIA's driver, or "
           "use "
           "`device = cpu`";
  if (error == cudaErrorNoDevice || error == cudaSuccess)
    return "there is no NVIDIA GPU in this machine; use `device = cpu`";
  return fmt::format("CUDA does not start: {}; use `device = cpu`", cudaGetErrorString(error));
}

}  // namespace

Devices cuda_devices() {
  Devices out;
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  cudaGetLastError();
  if (error != cudaSuccess || count == 0) {
    out.why_none = reason(error);
    return out;
  }
  for (int number = 0; number < count; ++number) {
    cudaDeviceProp properties{};
    std::size_t free = 0, total = 0;
    if (cudaGetDeviceProperties(&properties, number) != cudaSuccess || cudaSetDevice(number) != cudaSuccess ||
        cudaMemGetInfo(&free, &total) != cudaSuccess) {
      cudaGetLastError();
      continue;
    }
    const int capability = 10 * properties.major + properties.minor;
    if (capability >= least_capability)
      out.usable.push_back({number, properties.name, capability, total, free});
    else
      out.why_none =
          fmt::format("GPU {} ({}) has compute capability {}.{}, and 8.0 is needed; use `device = cpu`",
                      number, properties.name, properties.major, properties.minor);
  }
  if (out.usable.empty() && out.why_none.empty()) out.why_none = "no GPU responds; use `device = cpu`";
  return out;
}

}  // namespace mercer
