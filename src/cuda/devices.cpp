#include "cuda/devices.hpp"

namespace mercer {

bool runs_on_device(const Kernel& kernel) {
  return source_of(kernel) == KernelSource::points;
}

// Points in two forms and twice (as they are, and by label), their sums, and a copy of these.
std::uint64_t device_bytes(std::uint64_t points, std::uint64_t dimensions, std::uint64_t columns, std::uint64_t each) {
  const std::uint64_t packed = each == 8 || dimensions > 128 ? 0 : 2 * 4 * dimensions + 16;
  return points * (each * (dimensions + 2) + packed + 16 * columns + 64) + (std::uint64_t{512} << 20);
}

}  // namespace mercer
