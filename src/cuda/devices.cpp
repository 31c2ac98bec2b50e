#include "cuda/devices.hpp"

#include <fmt/format.h>

#include "core/parallel.hpp"
#include "core/refuse.hpp"

namespace mercer {

bool runs_on_device(const Kernel& kernel) { return source_of(kernel) == KernelSource::points; }

double processor_seconds(double values, Index d, int threads) {
  return values * (1 + 0.02 * static_cast<double>(d)) * 1e-9 / (threads > 0 ? threads : thread_count());
}

std::optional<DeviceInfo> choose_device(const DeviceChoice& choice, const std::string& nothing,
                                        double seconds) {
  using Where = DeviceChoice::Where;
  constexpr double worth_starting = 2;  // seconds
  const bool asked = choice.where == Where::gpu;
  if (choice.where == Where::cpu || (!asked && (!nothing.empty() || seconds < worth_starting)))
    return std::nullopt;
  if (!nothing.empty()) refuse(fmt::format("{}; use `device = cpu`", nothing));
  const Devices found = find_devices();
  for (const DeviceInfo& device : found.usable)
    if (device.number == choice.number) return device;
  if (!asked) return std::nullopt;
  if (found.usable.empty()) throw Error(Fault::usage, found.why_none);
  refuse(fmt::format("there is no GPU {}; this machine has {} (the first is 0): use `device = gpu`",
                     choice.number, found.usable.size()));
}

// Points in two forms and twice (as they are, and by label), their sums, and a copy of these.
std::uint64_t device_bytes(std::uint64_t points, std::uint64_t dimensions, std::uint64_t columns,
                           std::uint64_t each) {
  const std::uint64_t packed = each == 8 || dimensions > 128 ? 0 : 2 * 4 * dimensions + 16;
  return points * (each * (dimensions + 2) + packed + 16 * columns + 64) + (std::uint64_t{512} << 20);
}

}  // namespace mercer
