#include "watch.hpp"

#include <string>

namespace mercer::python {
namespace {

std::atomic<Control*> running{nullptr};
std::atomic<bool> nothing_is_wanted{false};  // of a result after Ctrl-C
struct sigaction before {};                  // what Python does at that signal
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<Control*>::is_always_lock_free,
              "a signal handler may only touch lock-free atomics");

void stop_running(int signal) {
  if (Control* control = running.load()) {
    control->stop = true;
    if (nothing_is_wanted) control->abandon = true;
  }
  before.sa_handler(signal);  // Python notes it, and raises KeyboardInterrupt when asked
}

bool in_main_thread() {
  return py::import("threading", "current_thread")().is(py::import("threading", "main_thread")());
}

}  // namespace

StopOnInterrupt::StopOnInterrupt(Control& control) {
  if (running.load() || !in_main_thread()) return;
  sigaction(SIGINT, nullptr, &before);
  const bool python_hears =
      (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler != SIG_IGN && before.sa_handler != SIG_DFL;
  if (!python_hears) return;
  nothing_is_wanted =
      py::import("signal", "getsignal")(SIGINT).is(py::import("signal", "default_int_handler"));
  running = &control;
  struct sigaction action {};
  action.sa_handler = stop_running;
  action.sa_flags = before.sa_flags;
  installed_ = sigaction(SIGINT, &action, nullptr) == 0;
}

StopOnInterrupt::~StopOnInterrupt() {
  if (!installed_) return;
  sigaction(SIGINT, &before, nullptr);
  running = nullptr;
}

Watch::Watch(py::object progress) : progress_(std::move(progress)) {
  if (progress_.is_none()) return;
  control.progress = [this](std::string_view phase, std::int64_t done, std::int64_t total) {
    tell(phase, done, total);
  };
}

void Watch::tell(std::string_view phase, std::int64_t done, std::int64_t total) {
  constexpr auto pause = std::chrono::milliseconds(50);
  const auto now = std::chrono::steady_clock::now();
  if (now - told_ < pause || control.stop) return;
  told_ = now;
  const py::gil_scoped_acquire gil;
  try {
    progress_(std::string(phase), done, total);
  } catch (const py::error_already_set& error) {
    raised_ = error;
    control.stop = true;
    control.abandon = true;
  }
}

void Watch::settle() {
  if (raised_) throw py::error_already_set(*raised_);
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace mercer::python
