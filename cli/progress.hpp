// A progress bar with the time left: on a terminal only, on stderr, and only for work over two seconds.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace mercer::cli {

class ProgressBar {
 public:
  explicit ProgressBar(bool wanted);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Safe to call from any thread, as often as one likes: it draws ten times a second.
  // The bar never falls back. `steady`: the time so far tells how long the rest will take.
  void update(std::string_view phase, std::int64_t done, std::int64_t total, bool steady);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  void draw(std::string_view phase, double left);

  bool wanted_;
  bool drawn_ = false;
  std::mutex guard_;
  bool steady_ = false;
  double shown_ = 0, steady_from_ = 0;  // of the whole: what the bar shows, and where the steady part began
  Clock::time_point start_ = Clock::now(), steady_start_ = start_, last_ = start_;
};

}  // namespace mercer::cli
