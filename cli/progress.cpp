#include "progress.hpp"

#include <fmt/format.h>

#include "terminal.hpp"

namespace mercer::cli {
namespace {

using namespace std::chrono_literals;
constexpr auto patience = 2s;
constexpr auto pause = 100ms;
constexpr int bar_width = 24;

}  // namespace

ProgressBar::ProgressBar(bool wanted) : wanted_(wanted && is_terminal(stderr)) {}

void ProgressBar::update(std::string_view phase, std::int64_t done, std::int64_t total) {
  if (!wanted_) return;
  const std::lock_guard lock(guard_);
  const auto now = Clock::now();
  if (phase != phase_) {
    phase_ = phase;
    phase_start_ = now;
    done_at_start_ = done;
  }
  if (now - start_ < patience || now - last_ < pause || total <= 0) return;
  last_ = now;
  // time left = time spent on this phase * what is left / what was done
  const double spent = std::chrono::duration<double>(now - phase_start_).count();
  const auto gained = static_cast<double>(done - done_at_start_);
  const double left = gained > 0 ? spent * static_cast<double>(total - done) / gained : -1;
  draw(static_cast<double>(done) / static_cast<double>(total), left);
}

void ProgressBar::draw(double fraction, double left) {
  const Style style(stderr);
  const std::string eta = left >= 0 ? duration_text(left) + " left" : "";
  fmt::print(stderr, "\r\033[K{:<18} {} {:3.0f} %  {}", phase_,
             style.accent("[" + bar(fraction, bar_width) + "]"), 100 * fraction, style.faint(eta));
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::clear() {
  const std::lock_guard lock(guard_);
  if (drawn_) fmt::print(stderr, "\r\033[K");
  drawn_ = false;
}

}  // namespace mercer::cli
