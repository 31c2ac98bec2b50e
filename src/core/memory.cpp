#include "mercer/machine.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "core/ranks.hpp"

namespace mercer {
namespace {

// The first number behind `key` in a file of "key value" lines, or of one number (empty key); 0 when there is
// none.
std::uint64_t number_in(const char* path, const std::string& key) {
  std::ifstream file(path);
  std::string word;
  std::uint64_t value = 0;
  if (key.empty()) return file >> value ? value : 0;
  while (file >> word)
    if (word == key) return file >> value ? value : 0;
  return 0;
}

std::uint64_t free_on_machine() {
  std::uint64_t free = number_in("/proc/meminfo", "MemAvailable:") * 1024;
  if (free == 0) free = std::uint64_t{4} << 30;  // not Linux: a modest guess
  const std::uint64_t limit = number_in("/sys/fs/cgroup/memory.max", "");
  const std::uint64_t used = number_in("/sys/fs/cgroup/memory.current", "");
  if (limit > 0) free = std::min(free, limit > used ? limit - used : 0);
  return free;
}

}  // namespace

// Ranks on one machine share it, and all must come to the same plan.
std::uint64_t free_memory() {
  const Ranks ranks;
  const std::vector<std::uint64_t> all =
      ranks.gather_list<std::uint64_t>({free_on_machine() / static_cast<std::uint64_t>(ranks.on_machine())});
  return *std::min_element(all.begin(), all.end());
}

std::uint64_t peak_memory() {
  if (const std::uint64_t own = number_in("/proc/self/status", "VmHWM:"); own > 0) return own * 1024;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::string format_bytes(std::uint64_t bytes) {
  constexpr const char* units[] = {"B", "KB", "MB", "GB", "TB", "PB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 999.5 && unit < 5) {
    value /= 1000;
    ++unit;
  }
  return unit == 0 || value >= 99.5 ? fmt::format("{:.0f} {}", value, units[unit])
                                    : fmt::format("{:.3g} {}", value, units[unit]);
}

}  // namespace mercer
