// A kernel as a device knows it: which function of x.y, x.x and y.y, and its numbers.
#pragma once

namespace mercer {

enum class DeviceFunction { linear, gaussian, local, polynomial, laplacian, sigmoid, cosine };

struct DeviceKernel {
  DeviceFunction function = DeviceFunction::linear;
  double scale = 1;   // gamma; of laplacian 1 / sigma
  double offset = 0;  // polynomial, sigmoid
  int degree = 1;
};

}  // namespace mercer
