// How a long computation is watched and stopped from outside.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

namespace mercer {

struct Control {
  // Set from anywhere (a signal handler, another thread): the best result so far is returned.
  std::atomic<bool> stop{false};
  // Called now and then, from any thread but never from two at once: what is going on, and how far it is.
  std::function<void(std::string_view phase, std::int64_t done, std::int64_t total)> progress;
};

}  // namespace mercer
