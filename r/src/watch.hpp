// A long computation as R runs it: on a thread of its own, while this one listens for Ctrl-C and shows
// progress.
// R may be called only from its main thread, and the library reports from any. So nobody but the main thread
// asks R.
#pragma once

#include <Rcpp.h>

#include <chrono>
#include <cstdint>
#include <future>
#include <mutex>
#include <string>

#include "mercer/control.hpp"

namespace mercer::r {

// What the computation last said of itself.
class Telling {
 public:
  explicit Telling(bool shown) : shown_(shown) {}
  void attach(Control& control);
  void show();   // by the main thread
  void clear();  // the line is empty again

 private:
  bool shown_;
  std::size_t width_ = 0;
  std::mutex mutex_;
  std::string line_;
};

// work(control). An interrupt ends it at once, and is then R's own.
template <class F>
auto watched(bool progress, F&& work) {
  constexpr auto pause = std::chrono::milliseconds(50);
  Control control;
  Telling telling(progress);
  telling.attach(control);
  auto result = std::async(std::launch::async, [&] {
    const Watched watched_thread(&control);
    return work(control);
  });
  try {
    while (result.wait_for(pause) != std::future_status::ready) {
      telling.show();
      Rcpp::checkUserInterrupt();
    }
  } catch (...) {
    control.stop = control.abandon = true;
    result.wait();
    telling.clear();
    throw;
  }
  telling.clear();
  return result.get();
}

// The same of what tells no progress.
template <class F>
auto interruptible(F&& work) {
  return watched(false, [&](Control&) { return work(); });
}

}  // namespace mercer::r
