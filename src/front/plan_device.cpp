// Whether a GPU does the work, and which: where one is asked for, or where it is there and expected to be
// faster.
#include <fmt/format.h>

#include <algorithm>

#include "cuda/devices.hpp"
#include "front/method.hpp"
#include "front/plan.hpp"
#include "mercer/machine.hpp"
#include "neighbors/pair_search.hpp"

namespace mercer {
namespace {

// Why a GPU has no products with the kernel matrix to compute; empty where it has.
std::string nothing_for_products(const Shape& shape, const Options& o) {
  const Base base = needs_of(o).base;
  if (base != Base::space && base != Base::gram && base != Base::affinity)
    return fmt::format("method {} has no products with the kernel matrix", door(method_of(o)).name());
  if (!is_exact(o.approx)) return fmt::format("`approx = {}` does not run on a GPU", format_choice(o.approx));
  if (is_none(o.kernel)) return "without a kernel there are no products with its matrix";
  if (is_vector_method(o)) return "the method works on the points themselves, without a kernel matrix";
  if (o.storage == Holding::stored)
    return "`storage = stored` keeps the kernel matrix in this machine's memory";
  return nothing_in_products(shape, o.kernel);
}

// What a GPU does beside the processor's way; `nothing` says why it has nothing to do.
struct Beside {
  std::string nothing = {}, what = {};
  double seconds = 0;  // that the processor takes for it
  std::uint64_t bytes = 0;
};

// Nearest prototypes among n vectors of d numbers.
Beside among_vectors(const Shape& shape, const Options& o, const FullPlan& plan, Index d) {
  const auto n = static_cast<std::uint64_t>(shape.points), columns = static_cast<std::uint64_t>(o.clusters);
  const bool hard = std::holds_alternative<Hard>(method_of(o));  // rules of others run on the processor
  const double values =
      30 * static_cast<double>(n) * static_cast<double>(columns) * static_cast<double>(o.restarts);
  return {shape.sparse ? "sparse data are not supported on a GPU" : "", "the nearest prototypes",
          hard ? processor_seconds(values, d, o.threads) : 0,
          device_bytes(n, static_cast<std::uint64_t>(d), columns * static_cast<std::uint64_t>(plan.together),
                       plan.summary.precision == Precision::single_ ? 4 : 8)};
}

// Nearest neighbours and spanning trees, by all pairs of points.
Beside among_pairs(const Shape& shape, const Options& o) {
  const auto* paths = std::get_if<Connectivity>(&o.kernel);
  const auto n = static_cast<double>(shape.points);
  Beside out{"", "pairs of points", (paths ? 4 : 1) * processor_seconds(n * n, shape.columns, o.threads),
             static_cast<std::uint64_t>(shape.points) * static_cast<std::uint64_t>(12 * shape.columns + 64) +
                 (std::uint64_t{512} << 20)};
  if (paths && paths->metric != PathMetric::euclidean && paths->metric != PathMetric::cosine)
    out.nothing = fmt::format("the distances of {} are not supported on a GPU", format_choice(o.kernel));
  else if (shape.sparse)
    out.nothing = "sparse data are not supported on a GPU";
  else if (shape.columns <= most_tree_columns)
    out.nothing = fmt::format("points of up to {} columns are searched through a tree, by the processor",
                              most_tree_columns);
  return out;
}

Index features_of(const Approx& approx) {
  return std::visit(
      []<class A>(const A& a) -> Index {
        if constexpr (requires { a.features; })
          return a.features;
        else if constexpr (requires { a.landmarks; })
          return a.landmarks.value();
        else
          return 0;
      },
      approx);
}

Beside beside(const Shape& shape, const Options& o, const FullPlan& plan) {
  const Base base = needs_of(o).base;
  const KernelSource source = source_of(o.kernel);
  const bool of_points = source == KernelSource::none || source == KernelSource::points;
  if (plan.summary.storage == Storage::vectors && base == Base::space && !prototypes_in_input(method_of(o)))
    return among_vectors(shape, o, plan, shape.columns);
  if (plan.summary.storage == Storage::features && source == KernelSource::points)
    return among_vectors(shape, o, plan, features_of(plan.summary.approx));
  if (source == KernelSource::tree || source == KernelSource::paths ||
      (of_points && (base == Base::near_affinity || base == Base::graph)))
    return among_pairs(shape, o);
  return {nothing_for_products(shape, o)};
}

std::uint64_t bytes_there(const Shape& shape, const Options& o, Precision precision, Index together) {
  return device_bytes(static_cast<std::uint64_t>(shape.points), static_cast<std::uint64_t>(shape.columns),
                      static_cast<std::uint64_t>(o.clusters * together),
                      precision == Precision::single_ ? 4 : 8);
}

}  // namespace

std::string nothing_in_products(const Shape& shape, const Kernel& kernel) {
  if (!runs_on_device(kernel))
    return fmt::format("the kernel {} does not run on a GPU", format_choice(kernel));
  return shape.sparse ? "sparse data are not supported on a GPU" : "";
}

std::optional<FullPlan> plan_device(const Shape& shape, const Options& o) {
  if (!nothing_for_products(shape, o).empty()) return std::nullopt;
  const auto n = static_cast<double>(shape.points);
  const double seconds = processor_seconds(expected_passes(o, o.restarts) * n * n, shape.columns, o.threads);
  const auto device = choose_device(o.device, "", seconds);
  if (!device) return std::nullopt;
  const bool asked = o.device.where == DeviceChoice::Where::gpu;
  const Precision precision = planned_precision(shape, o, Storage::tiled);
  const std::uint64_t room = device_room(*device, o.memory);
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
  if (!asked) return std::nullopt;
  if (least > room) too_little(*device, least, room);
  too_little_here(exact_bytes(shape, o, Storage::tiled, precision, 1), o);
}

void add_device(const Shape& shape, const Options& o, FullPlan& plan) {
  if (o.device.where == DeviceChoice::Where::cpu || nothing_for_products(shape, o).empty()) return;
  const Beside work = beside(shape, o, plan);
  const auto device = choose_device(o.device, work.nothing, work.seconds, work.bytes, o.memory);
  if (!device) return;
  const bool asked = o.device.where == DeviceChoice::Where::gpu;
  plan.summary.device = {device->number, device->name, work.bytes,
                         asked ? "as asked for" : "it is expected to be faster than the processor"};
  plan.summary.reason += fmt::format("; {} on GPU {} ({}, {} there): {}", work.what, device->number,
                                     device->name, format_bytes(work.bytes), plan.summary.device.reason);
}

}  // namespace mercer
