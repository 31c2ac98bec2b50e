#include "cuda/devices.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/parallel.hpp"
#include "core/refuse.hpp"
#include "gram/point_gram.hpp"
#include "mercer/machine.hpp"

namespace mercer {

const PretendedDevices*& pretended_devices() {
  thread_local const PretendedDevices* pretended = nullptr;
  return pretended;
}

Devices find_devices() { return pretended_devices() ? pretended_devices()->find() : cuda_devices(); }

std::unique_ptr<DevicePairs> pairs_on_device(int number) {
  return pretended_devices() ? nullptr : cuda_pairs(number);
}

template <class T>
std::shared_ptr<const DevicePoints> points_on_device(int number, std::shared_ptr<const KernelTiles<T>> tiles,
                                                     Range rows) {
  if (const auto* pretended = pretended_devices()) {
    const Alone alone;  // a GPU computes for its rank; a Gram would share the work
    return pretended->points(std::make_shared<const PointGram<T>>(std::move(tiles)), rows);
  }
  return cuda_points<T>(number, std::move(tiles), rows);
}
template std::shared_ptr<const DevicePoints> points_on_device(int, std::shared_ptr<const KernelTiles<float>>,
                                                              Range);
template std::shared_ptr<const DevicePoints> points_on_device(int, std::shared_ptr<const KernelTiles<double>>,
                                                              Range);

void add_use(std::optional<DeviceUse>& sum, const DeviceUse& more) {
  if (!sum) {
    sum = more;
    return;
  }
  sum->passes += more.passes;
  sum->values += more.values;
  sum->bytes_up += more.bytes_up;
  sum->bytes_down += more.bytes_down;
  sum->memory_bytes = std::max(sum->memory_bytes, more.memory_bytes);
}

bool runs_on_device(const Kernel& kernel) { return source_of(kernel) == KernelSource::points; }

double processor_seconds(double values, Index d, int threads) {
  return values * (1 + 0.02 * static_cast<double>(d)) * 1e-9 / (threads > 0 ? threads : thread_count());
}

Range device_rows(Index n) {
  const Ranks ranks;
  return n >= points_together * ranks.size() ? ranks.rows(n, points_together) : Range{0, n};
}

namespace {

// The GPU of this rank, or null, and whether all ranks have one.
struct OfRank {
  const DeviceInfo* own;
  bool everywhere;
};
OfRank device_of_rank(Devices& found, int number) {
  const Ranks ranks;
  const auto count = static_cast<int>(found.usable.size());
  if (!ranks.alone() && number == 0 && count > 0)
    number = found.usable[static_cast<std::size_t>(ranks.rank() % ranks.on_machine() % count)].number;
  const auto own = std::find_if(found.usable.begin(), found.usable.end(),
                                [&](const DeviceInfo& device) { return device.number == number; });
  const bool here = own != found.usable.end();
  const auto sharing = static_cast<std::uint64_t>((ranks.on_machine() + count - 1) / std::max(1, count));
  std::uint64_t free = here ? std::max<std::uint64_t>(1, own->free / sharing) : 0;
  for (const std::uint64_t other : ranks.gather_list(std::vector<std::uint64_t>{free}))
    free = std::min(free, other);
  if (!here) return {nullptr, false};
  own->free = free;
  return {&*own, free > 0};
}

}  // namespace

std::optional<DeviceInfo> choose_device(const DeviceChoice& choice, const std::string& nothing,
                                        double seconds) {
  using Where = DeviceChoice::Where;
  const double worth_starting = pretended_devices() ? 0 : 2;  // seconds
  const bool asked = choice.where == Where::gpu;
  if (choice.where == Where::cpu ||
      (!asked && (!nothing.empty() || seconds / Ranks().size() < worth_starting)))
    return std::nullopt;
  if (!nothing.empty()) refuse(fmt::format("{}; use `device = cpu`", nothing));
  Devices found = find_devices();
  const OfRank here = device_of_rank(found, choice.number);
  if (here.everywhere) return *here.own;
  if (!asked) return std::nullopt;
  if (here.own)
    refuse(fmt::format("this machine has a GPU {}, but that of another rank has none; use `device = cpu`",
                       here.own->number));
  if (found.usable.empty()) throw Error(Fault::usage, found.why_none);
  refuse(fmt::format("there is no GPU {}; this machine has {} (the first is 0): use `device = gpu`",
                     choice.number, found.usable.size()));
}

std::uint64_t device_room(const DeviceInfo& device, std::uint64_t memory) {
  const std::uint64_t room = device.free / 20 * 19;
  return memory > 0 ? std::min(room, memory) : room;
}

void too_little(const DeviceInfo& device, std::uint64_t least, std::uint64_t room) {
  throw Error(
      Fault::memory,
      fmt::format(
          "GPU {} ({}) needs at least {} for this and has {} for it; use fewer points, or `device = cpu`",
          device.number, device.name, format_bytes(least), format_bytes(room)));
}

std::optional<DeviceInfo> choose_device(const DeviceChoice& choice, const std::string& nothing,
                                        double seconds, std::uint64_t bytes, std::uint64_t memory) {
  const auto device = choose_device(choice, nothing, seconds);
  if (!device || bytes <= device_room(*device, memory)) return device;
  if (choice.where == DeviceChoice::Where::gpu) too_little(*device, bytes, device_room(*device, memory));
  return std::nullopt;
}

namespace {

constexpr std::uint64_t at_least_bytes = std::uint64_t{512} << 20;

// A point in two forms: as it is, and packed for the tensor cores.
std::uint64_t point_bytes(std::uint64_t dimensions, std::uint64_t each) {
  const std::uint64_t packed = each == 8 || dimensions > 128 ? 0 : 2 * 4 * dimensions + 16;
  return each * (dimensions + 2) + packed;
}

}  // namespace

// Points in both forms and twice (as they are, and by label), their sums, and a copy of these.
std::uint64_t device_bytes(std::uint64_t points, std::uint64_t dimensions, std::uint64_t columns,
                           std::uint64_t each) {
  return points * (point_bytes(dimensions, each) + 16 * columns + 64) + at_least_bytes;
}

// Known points in both forms, with their weights; new points as they are, with their sums.
std::uint64_t device_cross_bytes(std::uint64_t points, std::uint64_t fresh, std::uint64_t dimensions,
                                 std::uint64_t columns, std::uint64_t each) {
  const std::uint64_t there = std::min<std::uint64_t>(fresh, new_points_together);
  return points * (point_bytes(dimensions, each) + each * columns + 64) +
         there * (each * (dimensions + 2) + 16 * columns) + at_least_bytes;
}

}  // namespace mercer
