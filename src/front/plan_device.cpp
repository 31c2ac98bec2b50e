// Whether a GPU does the work, and which: where one is asked for, or where it is there and expected to be faster.
#include <fmt/format.h>

#include <algorithm>

#include "core/parallel.hpp"
#include "core/refuse.hpp"
#include "cuda/devices.hpp"
#include "front/method.hpp"
#include "front/plan.hpp"
#include "mercer/machine.hpp"

namespace mercer {
namespace {

using Where = DeviceChoice::Where;

// Why the options leave nothing to a GPU; empty where they do.
std::string nothing_for_device(const Shape& shape, const Options& o) {
  const Base base = needs_of(o).base;
  if (base != Base::space && base != Base::gram && base != Base::affinity)
    return fmt::format("method {} has no products with the kernel matrix", door(method_of(o)).name());
  if (!is_exact(o.approx)) return fmt::format("`approx = {}` has no way on a GPU", format_choice(o.approx));
  if (is_none(o.kernel)) return "without a kernel there is nothing for a GPU to do";
  if (!runs_on_device(o.kernel)) return fmt::format("the kernel {} has no way on a GPU", format_choice(o.kernel));
  if (is_vector_method(o)) return "the method works on the points themselves, without a kernel matrix";
  if (shape.sparse) return "sparse data have no way on a GPU";
  if (o.storage == Holding::stored) return "`storage = stored` keeps the kernel matrix in this machine's memory";
  return "";
}

// Seconds that the processor would take: some nanoseconds for each value of the kernel.
double processor_seconds(const Shape& shape, const Options& o) {
  const auto n = static_cast<double>(shape.points), d = static_cast<double>(shape.columns);
  const double threads = o.threads > 0 ? o.threads : thread_count();
  return expected_passes(o, o.restarts) * n * n * (1 + 0.02 * d) * 1e-9 / threads;
}

std::uint64_t bytes_there(const Shape& shape, const Options& o, Precision precision, Index together) {
  return device_bytes(static_cast<std::uint64_t>(shape.points), static_cast<std::uint64_t>(shape.columns),
                      static_cast<std::uint64_t>(o.clusters * together), precision == Precision::single_ ? 4 : 8);
}

const DeviceInfo* device_of(const Devices& found, int number) {
  for (const DeviceInfo& device : found.usable)
    if (device.number == number) return &device;
  return nullptr;
}

}  // namespace

std::optional<FullPlan> plan_device(const Shape& shape, const Options& o) {
  const bool asked = o.device.where == Where::gpu;
  if (o.device.where == Where::cpu) return std::nullopt;
  const std::string nothing = nothing_for_device(shape, o);
  if (!nothing.empty() && asked) refuse(fmt::format("{}; use `device = cpu`", nothing));
  constexpr double worth_starting = 2;  // seconds
  if (!nothing.empty() || (!asked && processor_seconds(shape, o) < worth_starting)) return std::nullopt;
  const Devices found = find_devices();
  if (found.usable.empty()) {
    if (asked) throw Error(Fault::usage, found.why_none);
    return std::nullopt;
  }
  const DeviceInfo* device = device_of(found, o.device.number);
  if (!device && asked)
    refuse(fmt::format("there is no GPU {}; this machine has {} (the first is 0): use `device = gpu`", o.device.number,
                       found.usable.size()));
  if (!device) return std::nullopt;
  const Precision precision = planned_precision(shape, o, Storage::tiled);
  std::uint64_t room = device->free / 20 * 19;
  if (o.memory > 0) room = std::min(room, o.memory);
  const std::uint64_t least = bytes_there(shape, o, precision, 1);
  for (Index together = o.restarts; together >= 1; together = together > 1 ? (together + 1) / 2 : 0) {
    const std::uint64_t there = bytes_there(shape, o, precision, together),
                        here = exact_bytes(shape, o, Storage::tiled, precision, together);
    if (there > room || here > memory_budget(o)) continue;
    FullPlan plan{{Storage::tiled, precision, here, least, Exact{}, ""}, together};
    plan.summary.device = {device->number, device->name, there,
                           asked ? "as asked for" : "it is expected to be faster than the processor"};
    plan.summary.reason = fmt::format("on GPU {} ({}, {} there): {}", device->number, device->name, format_bytes(there),
                                      plan.summary.device.reason);
    return plan;
  }
  if (asked)
    throw Error(Fault::memory,
                fmt::format("GPU {} ({}) needs at least {} for this and has {} for it; use fewer points, or `device = cpu`",
                            device->number, device->name, format_bytes(least), format_bytes(room)));
  return std::nullopt;
}

}  // namespace mercer
