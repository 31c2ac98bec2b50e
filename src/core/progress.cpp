#include "core/progress.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mercer {
namespace {

constexpr double units = 1e6;       // of the whole, when it is told
constexpr double usual_passes = 8;  // after which open work is half done, as it seems

}  // namespace

Progress::Progress(Control* control, std::string_view phase, std::int64_t total, Form form)
    : control_(control), phase_(phase), total_(total), form_(form) {
  if (!control_) return;
  parent_ = control_->innermost;
  control_->innermost = this;
  if (!parent_) return;
  const auto begun = static_cast<double>(parent_->done_);
  from_ = parent_->place(begun);
  to_ = parent_->place(begun + static_cast<double>(parent_->expected_));
}

Progress::~Progress() {
  if (control_ && control_->innermost == this) control_->innermost = parent_;
}

void Progress::done(std::int64_t pieces) {
  if (!control_ || !control_->progress) return;
  done_ += pieces;
  if (const std::unique_lock lock(guard_, std::try_to_lock); lock) tell();
}

// Of open work p / (p + 8): it grows with every piece, and never is all.
double Progress::share(double pieces) const {
  if (form_ == Form::open || total_ <= 0) return pieces / (pieces + usual_passes);
  return std::min(1.0, pieces / static_cast<double>(total_));
}

double Progress::place(double pieces) const { return from_ + (to_ - from_) * share(pieces); }

// Some work ends the whole, is made of pieces that are alike, and either two of them are done or nothing in
// them is open.
bool Progress::is_steady() const {
  bool closed = true;
  for (const Progress* p = this; p; p = p->parent_) {
    if (p->form_ == Form::open || p->total_ <= 0)
      closed = false;
    else if (p->to_ >= 1 && !p->phase_.empty() && (closed || p->done_ >= 2))
      return true;
  }
  return false;
}

std::string Progress::label() const {
  const std::int64_t next = done_ + 1, last = done_ + expected_;
  if (form_ == Form::open) return fmt::format("{} {}", phase_, next);
  if (form_ == Form::named || total_ < 2) return std::string(phase_);
  if (expected_ == total_) return fmt::format("{} {}s", total_, phase_);
  if (next > total_) return fmt::format("{} {} of {}", phase_, total_, total_);
  if (expected_ > 1) return fmt::format("{}s {} to {} of {}", phase_, next, std::min(last, total_), total_);
  return fmt::format("{} {} of {}", phase_, next, total_);
}

// The two outermost names are enough.
void Progress::tell() {
  if (phase_.empty()) return;
  const std::int64_t now = done_;
  std::string outer, inner;
  for (const Progress* p = this; p; p = p->parent_) {
    std::string name = p->label();
    if (name.empty()) continue;
    inner = std::move(outer);
    outer = std::move(name);
  }
  control_->steady = is_steady();
  const std::string text = inner.empty() ? outer : outer + ", " + inner;
  if (parent_)
    control_->progress(text, static_cast<std::int64_t>(units * place(static_cast<double>(now))),
                       static_cast<std::int64_t>(units));
  else
    control_->progress(text, total_ > 0 ? std::min(now, total_) : now, total_);
}

}  // namespace mercer
