// A long computation as Python runs it: without the lock of the interpreter, with progress, until Ctrl-C.
#pragma once

#include <chrono>
#include <csignal>
#include <exception>
#include <optional>
#include <utility>

#include "mercer/communicator.hpp"
#include "mercer/control.hpp"
#include "stable/object.hpp"

namespace mercer::python {

// Tells a Python function about progress, now and then. When the function raises, the computation is stopped.
class Watch {
 public:
  explicit Watch(py::object progress);
  Control control;
  // Raises what the function raised, or KeyboardInterrupt after Ctrl-C.
  void settle();

 private:
  void tell(std::string_view phase, std::int64_t done, std::int64_t total);

  py::object progress_;
  std::chrono::steady_clock::time_point told_;
  std::optional<py::error_already_set> raised_;
};

// While it lives, the signal of Ctrl-C also ends the computation: at once where Python is to raise
// KeyboardInterrupt, else as soon as there is a result. Python hears of signals in its main thread
// only, and so elsewhere (or where the signal is ignored) this does nothing.
class StopOnInterrupt {
 public:
  explicit StopOnInterrupt(Control& control);
  ~StopOnInterrupt();
  StopOnInterrupt(const StopOnInterrupt&) = delete;
  StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

 private:
  bool installed_ = false;
};

// work(control): the interpreter is free meanwhile.
template <class F>
auto watched(const py::object& progress, F&& work) {
  Watch watch(progress);
  std::optional<decltype(work(watch.control))> result;
  std::exception_ptr failure;
  {
    const StopOnInterrupt guard(watch.control);
    const py::gil_scoped_release release;
    const Watched watched_thread(&watch.control);
    try {
      result = together([&] { return work(watch.control); });
    } catch (...) {
      failure = std::current_exception();
    }
  }
  watch.settle();
  if (failure) std::rethrow_exception(failure);
  return std::move(*result);
}

// The same of what tells no progress.
template <class F>
auto interruptible(F&& work) {
  return watched(py::none(), [&](Control&) { return work(); });
}

}  // namespace mercer::python
