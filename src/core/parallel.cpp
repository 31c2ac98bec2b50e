#include "core/parallel.hpp"

#include <cblas.h>
#include <omp.h>
#include <pthread.h>

#include "core/blas_kernels.hpp"
#include "core/reserve.hpp"
#include "mercer/machine.hpp"

// OpenBLAS offers the setting; another BLAS may not.
extern "C" {
__attribute__((weak)) void openblas_set_num_threads(int);
__attribute__((weak)) int openblas_get_num_threads();
}

namespace mercer {

namespace {

// BLAS and Eigen have one setting for the whole process, and several threads may have a scope each: the first
// one takes the settings, the last one gives them back.
struct ProcessSettings {
  std::mutex guard;
  int scopes = 0;
  int blas = 1, eigen = 0;  // before the first; Eigen's 0: as many as OpenMP has
};
ProcessSettings& settings() {
  static ProcessSettings all;
  return all;
}

// When the library is loaded: no thread of ours is in BLAS yet.
[[maybe_unused]] const bool kernels_chosen = (choose_blas_kernels(), true);

thread_local Control* watching_this_thread = nullptr;

// OpenMP keeps the threads that helped once, and a process that was forked has none of them: it would wait
// for them forever. So the one thread that still exists there works without helpers; new threads have their
// own.
thread_local bool works_alone = false;

void be_alone() {
  works_alone = true;
  omp_set_num_threads(1);
}
void prepare_for_forks() {
  [[maybe_unused]] static const int prepared = pthread_atfork(nullptr, nullptr, be_alone);
}

}  // namespace

Control* watching() { return watching_this_thread; }
Watched::Watched(Control* control) : before_(watching_this_thread) { watching_this_thread = control; }
Watched::~Watched() { watching_this_thread = before_; }

ThreadScope::ThreadScope(int threads) : threads_before_(omp_get_max_threads()) {
  prepare_for_forks();
  if (const Team* team = team_of_thread(); team && threads <= 0) threads = team->threads();
  if (works_alone) threads = 1;
  threads = reserve_threads(threads > 0 ? std::min(threads, threads_at_most) : threads_before_);
  ProcessSettings& before = settings();
  const std::lock_guard lock(before.guard);
  if (before.scopes++ == 0) {
    before.blas = openblas_get_num_threads ? openblas_get_num_threads() : 1;
    before.eigen = Eigen::nbThreads() == threads_before_ ? 0 : Eigen::nbThreads();
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    Eigen::setNbThreads(1);  // its order of summation depends on how many share a product
  }
  omp_set_num_threads(threads);
}

ThreadScope::~ThreadScope() {
  omp_set_num_threads(std::min(threads_before_, most_threads()));
  ProcessSettings& before = settings();
  const std::lock_guard lock(before.guard);
  if (--before.scopes > 0) return;
  Eigen::setNbThreads(before.eigen);
  if (openblas_set_num_threads) openblas_set_num_threads(before.blas);
}

int thread_count() { return omp_get_max_threads(); }

int threads_of(int asked) {
  const ThreadScope scope(asked);
  return thread_count();
}

}  // namespace mercer
