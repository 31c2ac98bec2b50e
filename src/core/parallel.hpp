// Threads. Work is cut into fixed blocks, so results don't depend on how many threads share them; nor on how
// many ranks do, where a loop is divided among them.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>

#include "core/progress.hpp"
#include "core/ranks.hpp"
#include "mercer/control.hpp"
#include "mercer/types.hpp"

namespace mercer {

// Sets the number of OpenMP threads (0 = all cores) of the calling thread and keeps BLAS and Eigen at one
// thread inside our tiles; restores all three, the latter two when no other thread has a scope any more.
class ThreadScope {
 public:
  explicit ThreadScope(int threads);
  ~ThreadScope();
  ThreadScope(const ThreadScope&) = delete;
  ThreadScope& operator=(const ThreadScope&) = delete;

 private:
  int threads_before_;
};
int thread_count();

// Below this many operations waking the other threads costs more than it brings.
constexpr double worth_sharing = 2e5;

// What the calling thread's work may be abandoned by (`Watched`); null: nothing.
Control* watching();
inline bool abandoned(const Control* control) {
  return control && control->abandon.load(std::memory_order_relaxed);
}
// For loops that share no work: throws Abandoned if that is what is wanted.
inline void ask_to_go_on() {
  if (abandoned(watching())) throw Abandoned();
}

// f(block) for block = 0 .. blocks-1 on all threads; the first exception is rethrown here. `work` is a rough
// number of operations in all of them. Every block asks whether the work was abandoned.
template <class F>
void parallel_blocks(Index blocks, F&& f, double work = worth_sharing) {
  const Alone alone;
  Control* const control = watching();
  if (blocks == 1 || work < worth_sharing) {
    for (Index block = 0; block < blocks && !abandoned(control); ++block) f(block);
    if (abandoned(control)) throw Abandoned();
    return;
  }
  std::exception_ptr failure;
  std::mutex guard;
#pragma omp parallel for schedule(dynamic, 1)
  for (Index block = 0; block < blocks; ++block) {
    if (abandoned(control)) continue;
    try {
      const Watched same(control);
      f(block);
    } catch (...) {
      const std::lock_guard lock(guard);
      if (!failure) failure = std::current_exception();
    }
  }
  if (abandoned(control)) throw Abandoned();
  if (failure) std::rethrow_exception(failure);
}

// Rows 0 .. size-1 in fixed blocks: f(begin, end).
template <class F>
void parallel_rows(Index size, Index block, F&& f, double work = worth_sharing) {
  parallel_blocks((size + block - 1) / block, [&](Index b) { f(b * block, std::min(size, (b + 1) * block)); },
                  work);
}

// The same, divided among ranks: f fills its rows of all `results` (matrices of `size` rows), and then all
// ranks have all of them.
template <class F, class... Results>
void divided_rows(Index size, Index block, F&& f, Results&... results) {
  const Ranks ranks;
  const Range own = ranks.share((size + block - 1) / block);
  parallel_blocks(own.size(),
                  [&](Index b) { f((own.begin + b) * block, std::min(size, (own.begin + b + 1) * block)); });
  (ranks.gather_rows(results, block), ...);
}

// The same for points with little work each: about `each` operations.
constexpr Index points_together = 256;
template <class F>
void parallel_points(Index size, Index each, F&& f) {
  parallel_rows(size, points_together, f, 4.0 * static_cast<double>(size) * static_cast<double>(each));
}

}  // namespace mercer
