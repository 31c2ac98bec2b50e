// Which GPUs there are, and points on one of them. Without CUDA in the build, none (absent.cpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cuda/device_points.hpp"
#include "kernels/tiles.hpp"
#include "neighbors/pair_search.hpp"

namespace mercer {

struct DeviceInfo {
  int number = 0;
  std::string name;
  int capability = 0;  // 90: compute capability 9.0
  std::uint64_t memory = 0, free = 0;
};

struct Devices {
  std::vector<DeviceInfo> usable;  // compute capability 8.0 or later
  std::string why_none;            // a sentence, where there is none
};
Devices find_devices();

// What stands for CUDA in a test: GPUs, and points on them.
class PretendedDevices {
 public:
  virtual ~PretendedDevices() = default;
  virtual Devices find() const = 0;
  virtual std::shared_ptr<const DevicePoints> points(std::shared_ptr<const Gram> gram, Range rows) const = 0;
};
// That of the calling thread; null: CUDA itself.
const PretendedDevices*& pretended_devices();

// The GPU for some work: the one that is asked for, or, with auto, the first where the processor would take
// so long that it pays. `nothing` says why there is nothing for a GPU to do; empty where there is. Throws
// where one is asked for and can't be had; none: the processor's work. Ranks of a machine take one GPU after
// the other, and agree about what is free: each has its share of a GPU that several use.
std::optional<DeviceInfo> choose_device(const DeviceChoice& choice, const std::string& nothing,
                                        double processor_seconds);
// The same for work that takes so many bytes there, of which a run may have `memory` (0: all that is free).
std::optional<DeviceInfo> choose_device(const DeviceChoice& choice, const std::string& nothing,
                                        double processor_seconds, std::uint64_t bytes,
                                        std::uint64_t memory = 0);
std::uint64_t device_room(const DeviceInfo& device, std::uint64_t memory);
[[noreturn]] void too_little(const DeviceInfo& device, std::uint64_t least, std::uint64_t room);
// What a processor takes for some values of the kernel between points of d columns.
double processor_seconds(double values, Index d, int threads);

// What a GPU did in several steps.
void add_use(std::optional<DeviceUse>& sum, const DeviceUse& more);

// Whether a kernel has a way on a device.
bool runs_on_device(const Kernel& kernel);

// The points of the tiles, in the memory of a device; computed there with the same arithmetic. It keeps the
// sums of `rows`: whole blocks of points.
template <class T>
std::shared_ptr<const DevicePoints> points_on_device(int number, std::shared_ptr<const KernelTiles<T>> tiles,
                                                     Range rows);
template <class T>
std::shared_ptr<const DevicePoints> points_on_device(int number,
                                                     std::shared_ptr<const KernelTiles<T>> tiles) {
  const Index all = tiles->size();
  return points_on_device<T>(number, std::move(tiles), {0, all});
}
// A search over all pairs of points there (neighbors/pair_search.hpp), and what it has used so far.
class DevicePairs : public PairSearch {
 public:
  virtual DeviceUse use() const = 0;
};
// Null where the device is pretended.
std::unique_ptr<DevicePairs> pairs_on_device(int number);
// The rows of this rank among n points: its share, or all where there are too few for every rank to have
// some.
Range device_rows(Index n);

// Bytes that points and the sums of `columns` prototypes take there at least; a number of a tile has `each`.
std::uint64_t device_bytes(std::uint64_t points, std::uint64_t dimensions, std::uint64_t columns,
                           std::uint64_t each);

// The same for products of known points with new ones, of which so many are there at a time.
constexpr Index new_points_together = 1 << 15;
std::uint64_t device_cross_bytes(std::uint64_t points, std::uint64_t fresh, std::uint64_t dimensions,
                                 std::uint64_t columns, std::uint64_t each);

// The same by CUDA; a build without it has none (absent.cpp).
Devices cuda_devices();
std::unique_ptr<DevicePairs> cuda_pairs(int number);
template <class T>
std::shared_ptr<const DevicePoints> cuda_points(int number, std::shared_ptr<const KernelTiles<T>> tiles,
                                                Range rows);

}  // namespace mercer
