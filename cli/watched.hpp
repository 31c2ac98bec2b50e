// A long computation as the program runs it: progress is shown, and Ctrl-C asks it to stop.
#pragma once

#include "interrupt.hpp"
#include "mercer/error.hpp"
#include "progress.hpp"

namespace mercer::cli {

// f(), while `slot` (the control of its options) points to a Control that watches it. An error after Ctrl-C
// is an interruption. `only`: the one phase that is shown.
template <class F>
auto watched(Control*& slot, bool shown, const F& f, std::string_view only = "") {
  Control control;
  ProgressBar bar(shown);
  control.progress = [&](std::string_view phase, std::int64_t done, std::int64_t total) {
    if (only.empty() || phase == only) bar.update(phase, done, total, control.steady);
  };
  const Interrupt interrupt(control, shown);
  struct Attached {
    Control*& slot;
    ~Attached() { slot = nullptr; }
  } attached{slot};
  slot = &control;
  try {
    return f();
  } catch (const Error& error) {
    if (control.stop) throw Interrupted(error.what());
    throw;
  }
}

}  // namespace mercer::cli
