// Where products with the kernel matrix are computed: this machine's processor, or a GPU.
#pragma once

#include <cstdint>
#include <string>

#include "mercer/choice.hpp"

namespace mercer {

// auto, cpu, gpu (the first), or gpu:N.
struct DeviceChoice {
  enum class Where { automatic, cpu, gpu };
  Where where = Where::automatic;
  int number = 0;  // of the GPU, as CUDA counts them
};

// How a run used a GPU.
struct DeviceUse {
  std::string name;                // "NVIDIA H200"
  std::uint64_t passes = 0;        // products over all points
  std::uint64_t values = 0;        // kernel values that were computed
  std::uint64_t bytes_up = 0;      // copied to the device
  std::uint64_t bytes_down = 0;    // copied back
  std::uint64_t memory_bytes = 0;  // the largest amount held there
};

namespace grammar {
bool parse(std::string_view text, DeviceChoice& field);
std::string format(const DeviceChoice& field);
template <>
inline std::string values<DeviceChoice>() {
  return "auto|cpu|gpu|gpu:N";
}
}  // namespace grammar

}  // namespace mercer
