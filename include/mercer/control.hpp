// How a long computation is watched and stopped from outside.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <string_view>

namespace mercer {

class Progress;  // core/progress.hpp

struct Control {
  // Set from anywhere (a signal handler, another thread): the best result so far is returned.
  std::atomic<bool> stop{false};
  // The same where no result is wanted: what runs under a `Watched` ends at once, by throwing `Abandoned`.
  std::atomic<bool> abandon{false};
  // Called now and then, from any thread but never from two at once: what is going on ("start 3 of 10, pass
  // 12"), and how much of the whole is done.
  std::function<void(std::string_view phase, std::int64_t done, std::int64_t total)> progress;
  // While `progress` is called: whether the time for what is done tells how long the rest will take.
  bool steady = false;
  Progress* innermost = nullptr;  // the work under way; the library's own
};

struct Abandoned : std::exception {
  const char* what() const noexcept override { return "abandoned"; }
};

// While it lives, whatever this thread computes can be abandoned: predictions, kernel matrices, fits, ...
//
//   Control control;                   // another thread sets control.abandon
//   const Watched watched(&control);
//   model.predict(points);             // throws Abandoned
class Watched {
 public:
  explicit Watched(Control* control);
  ~Watched();
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

 private:
  Control* before_;
};

}  // namespace mercer
