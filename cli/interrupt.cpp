#include "interrupt.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <string_view>

#include "mercer/communicator.hpp"
#include "program.hpp"

namespace mercer::cli {
namespace {

// After so many seconds a computation that was asked to stop is ended.
constexpr time_t patience = 2;

std::atomic<Control*> in_progress{nullptr};
std::atomic<bool> says{false};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<Control*>::is_always_lock_free,
              "a signal handler may only touch lock-free atomics");

// A handler may write, set a timer and end the process; little else.
void say(std::string_view text) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
}

void set_timer(time_t seconds) {
  const itimerval timer{{0, 0}, {seconds, 0}};
  setitimer(ITIMER_REAL, &timer, nullptr);
}

void stop_watched(int) {
  Control* const control = in_progress.load();
  if (!control) return;
  control->stop = true;
  if (rank_count() > 1) return;
  if (says.load()) say("\nmercer: stopping with the best result so far; Ctrl-C again ends at once\n");
  set_timer(patience);
}

// Nothing was written yet: outputs follow the computation.
void give_up(int) {
  say("\nmercer: interrupted before there was a result; nothing was written\n");
  _exit(exit_interrupted);
}

}  // namespace

Interrupt::Interrupt(Control& control, bool shown) {
  in_progress = &control;
  says = shown && isatty(STDERR_FILENO) == 1;
  struct sigaction patient {};
  patient.sa_handler = give_up;
  patient.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &patient, &alarm_before_);
  struct sigaction action {};
  action.sa_handler = stop_watched;
  action.sa_flags = SA_RESTART | SA_RESETHAND;  // after the first signal the next one has its usual effect
  sigaction(SIGINT, &action, &before_);
  // Ctrl-C at mpirun, or the end of a job's time, reaches ranks as this.
  if (rank_count() > 1) sigaction(SIGTERM, &action, nullptr);
}

Interrupt::~Interrupt() {
  set_timer(0);
  sigaction(SIGALRM, &alarm_before_, nullptr);
  sigaction(SIGINT, &before_, nullptr);
  if (rank_count() > 1) std::signal(SIGTERM, SIG_DFL);
  in_progress = nullptr;
}

}  // namespace mercer::cli
