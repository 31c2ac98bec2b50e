// Where there is no GPU, one sentence says so instead of a test that fails for each thing that needs one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "cuda/devices.hpp"

namespace mercer {
namespace {

class NeedsGpu : public testing::Environment {
 public:
  void SetUp() override {
    const Devices found = find_devices();
    if (!found.usable.empty()) return;
    fmt::print(stderr, "test_gpu: {}\n", found.why_none);
    std::exit(1);
  }
};

[[maybe_unused]] const auto* const needs_gpu = testing::AddGlobalTestEnvironment(new NeedsGpu);

}  // namespace
}  // namespace mercer
