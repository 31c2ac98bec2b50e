#include "progress.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "terminal.hpp"

namespace mercer::cli {
namespace {

using namespace std::chrono_literals;
constexpr auto patience = 2s;
constexpr auto pause = 100ms;
constexpr int bar_width = 24;

}  // namespace

ProgressBar::ProgressBar(bool wanted) : wanted_(wanted && is_terminal(stderr)) {}

void ProgressBar::update(std::string_view phase, std::int64_t done, std::int64_t total, bool steady) {
  if (!wanted_ || total <= 0) return;
  const std::lock_guard lock(guard_);
  const auto now = Clock::now();
  shown_ = std::clamp(static_cast<double>(done) / static_cast<double>(total), shown_, 1.0);
  if (steady && !steady_) {
    steady_start_ = now;
    steady_from_ = shown_;
  }
  steady_ = steady;
  if (now - start_ < patience || now - last_ < pause) return;
  last_ = now;
  // time left = time of the steady part * what is left / what was done of it; only once it has a past
  const double spent = std::chrono::duration<double>(now - steady_start_).count();
  const double gained = shown_ - steady_from_;
  const bool known = steady_ && spent > 1 && gained > 0;
  draw(phase, known ? spent * (1 - shown_) / gained : -1);
}

void ProgressBar::draw(std::string_view phase, double left) {
  const Style style(stderr);
  const std::string eta = left >= 0 ? duration_text(left) + " left" : "";
  fmt::print(stderr, "\r\033[K{} {:3.0f} %  {}  {}", style.accent("[" + bar(shown_, bar_width) + "]"),
             100 * shown_, phase, style.faint(eta));
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::clear() {
  const std::lock_guard lock(guard_);
  if (drawn_) fmt::print(stderr, "\r\033[K");
  drawn_ = false;
}

}  // namespace mercer::cli
