// A kernel of points, resolved, as a device knows it.
#pragma once

#include "cuda/device_kernel.hpp"
#include "kernels/functions.hpp"

namespace mercer {

inline DeviceKernel device_kernel(const Linear&) { return {}; }
inline DeviceKernel device_kernel(const Gaussian& g) {
  if (g.local) return {.function = DeviceFunction::local};
  return {.function = DeviceFunction::gaussian, .scale = gamma_of(g)};
}
inline DeviceKernel device_kernel(const Polynomial& p) {
  return {.function = DeviceFunction::polynomial, .offset = p.offset, .degree = p.degree};
}
inline DeviceKernel device_kernel(const Laplacian& l) {
  return {.function = DeviceFunction::laplacian, .scale = 1 / l.sigma.value()};
}
inline DeviceKernel device_kernel(const Sigmoid& s) {
  return {.function = DeviceFunction::sigmoid, .scale = s.gamma.value(), .offset = s.offset};
}
inline DeviceKernel device_kernel(const Cosine&) { return {.function = DeviceFunction::cosine}; }

inline DeviceKernel device_kernel(const Kernel& kernel) {
  return std::visit(
      []<class K>(const K& k) -> DeviceKernel {
        if constexpr (K::source == KernelSource::points)
          return device_kernel(k);
        else
          throw Error(Fault::failure,
                      std::string("the ") + std::string(K::name) + " kernel does not run on a GPU");
      },
      kernel);
}

}  // namespace mercer
