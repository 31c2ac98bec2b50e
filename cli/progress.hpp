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
  void update(std::string_view phase, std::int64_t done, std::int64_t total);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  void draw(double fraction, double left);

  bool wanted_;
  bool drawn_ = false;
  std::mutex guard_;
  std::string phase_;
  std::int64_t done_at_start_ = 0;
  Clock::time_point start_ = Clock::now(), phase_start_ = start_, last_ = start_;
};

}  // namespace mercer::cli
