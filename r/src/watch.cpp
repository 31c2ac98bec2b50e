#include "watch.hpp"

namespace mercer::r {

void Telling::attach(Control& control) {
  if (!shown_) return;
  control.progress = [this](std::string_view phase, std::int64_t done, std::int64_t total) {
    const std::lock_guard<std::mutex> lock(mutex_);
    line_ = std::string(phase);
    if (total > 0) line_ += ", " + std::to_string(100 * done / total) + " %";
  };
}

void Telling::show() {
  if (!shown_) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  std::string line = line_;
  if (line.size() < width_) line.append(width_ - line.size(), ' ');
  width_ = line_.size();
  REprintf("\r%s", line.c_str());
}

void Telling::clear() {
  if (width_ > 0) REprintf("\r%s\r", std::string(width_, ' ').c_str());
  width_ = 0;
}

}  // namespace mercer::r
