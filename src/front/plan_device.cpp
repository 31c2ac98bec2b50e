// Whether a GPU does the work, and which: where one is asked for, or where it is there and expected to be
// faster.
#include <fmt/format.h>

#include <algorithm>

#include "cuda/devices.hpp"
#include "front/method.hpp"
#include "front/plan.hpp"
#include "mercer/machine.hpp"

namespace mercer {
namespace {

// Why the options leave nothing to a GPU; empty where they do.
std::string nothing_for_device(const Shape& shape, const Options& o) {
  const Base base = needs_of(o).base;
  if (base != Base::space && base != Base::gram && base != Base::affinity)
    return fmt::format("method {} has no products with the kernel matrix", door(method_of(o)).name());
  if (!is_exact(o.approx)) return fmt::format("`approx = {}` has no way on a GPU", format_choice(o.approx));
  if (is_none(o.kernel)) return "without a kernel there is nothing for a GPU to do";
  if (!runs_on_device(o.kernel))
    return fmt::format("the kernel {} has no way on a GPU", format_choice(o.kernel));
  if (is_vector_method(o)) return "the method works on the points themselves, without a kernel matrix";
  if (shape.sparse) return "sparse data have no way on a GPU";
  if (o.storage == Holding::stored)
    return "`storage = stored` keeps the kernel matrix in this machine's memory";
  return "";
}

std::uint64_t bytes_there(const Shape& shape, const Options& o, Precision precision, Index together) {
  return device_bytes(static_cast<std::uint64_t>(shape.points), static_cast<std::uint64_t>(shape.columns),
                      static_cast<std::uint64_t>(o.clusters * together),
                      precision == Precision::single_ ? 4 : 8);
}

}  // namespace

std::optional<FullPlan> plan_device(const Shape& shape, const Options& o) {
  const auto n = static_cast<double>(shape.points);
  const double seconds = processor_seconds(expected_passes(o, o.restarts) * n * n, shape.columns, o.threads);
  const auto device = choose_device(o.device, nothing_for_device(shape, o), seconds);
  if (!device) return std::nullopt;
  const bool asked = o.device.where == DeviceChoice::Where::gpu;
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
    plan.summary.reason = fmt::format("on GPU {} ({}, {} there): {}", device->number, device->name,
                                      format_bytes(there), plan.summary.device.reason);
    return plan;
  }
  if (asked)
    throw Error(
        Fault::memory,
        fmt::format(
            "GPU {} ({}) needs at least {} for this and has {} for it; use fewer points, or `device = cpu`",
            device->number, device->name, format_bytes(least), format_bytes(room)));
  return std::nullopt;
}

}  // namespace mercer
