#include "interrupt.hpp"

#include "mercer/communicator.hpp"

namespace mercer::cli {
namespace {

std::atomic<Control*> in_progress{nullptr};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<Control*>::is_always_lock_free,
              "a signal handler may only touch lock-free atomics");

void stop_watched(int) {
  if (Control* control = in_progress.load()) control->stop = true;
}

}  // namespace

Interrupt::Interrupt(Control& control) {
  in_progress = &control;
  struct sigaction action {};
  action.sa_handler = stop_watched;
  action.sa_flags = SA_RESTART | SA_RESETHAND;  // after the first signal the next one has its usual effect
  sigaction(SIGINT, &action, &before_);
  // Ctrl-C at mpirun, or the end of a job's time, reaches ranks as this.
  if (rank_count() > 1) sigaction(SIGTERM, &action, nullptr);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &before_, nullptr);
  if (rank_count() > 1) std::signal(SIGTERM, SIG_DFL);
  in_progress = nullptr;
}

}  // namespace mercer::cli
