// How a long computation is watched and stopped from outside.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

namespace mercer {

class Progress;  // core/progress.hpp

struct Control {
  // Set from anywhere (a signal handler, another thread): the best result so far is returned.
  std::atomic<bool> stop{false};
  // Called now and then, from any thread but never from two at once: what is going on ("start 3 of 10, pass
  // 12"), and how much of the whole is done.
  std::function<void(std::string_view phase, std::int64_t done, std::int64_t total)> progress;
  // While `progress` is called: whether the time for what is done tells how long the rest will take.
  bool steady = false;
  Progress* innermost = nullptr;  // the work under way; the library's own
};

}  // namespace mercer
