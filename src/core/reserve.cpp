#include "core/reserve.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "mercer/error.hpp"
#include "mercer/machine.hpp"

// OpenBLAS's own; another BLAS may not have them.
extern "C" {
__attribute__((weak)) void* blas_memory_alloc(int);
__attribute__((weak)) void blas_memory_free(void*);
}

namespace mercer {
namespace {

// OpenBLAS maps this much for a thread that multiplies, and hardly touches it. If it can't, it tries again,
// forever: so it must not be called when there is not enough.
constexpr std::size_t buffer_bytes = std::size_t{129} << 20;
// The C library maps this for a thread that allocates.
constexpr std::size_t heap_bytes = std::size_t{64} << 20;
// More buffers at once OpenBLAS may refuse.
constexpr int most_buffers = 64;

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t address_space_left() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const std::uint64_t used = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

std::size_t stack_bytes() {
  rlimit limit{};
  constexpr std::size_t usual = std::size_t{8} << 20;
  return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : usual;
}

bool can_map(std::size_t bytes) {
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  munmap(memory, bytes);
  return true;
}

// Makes OpenBLAS hold as many buffers: it keeps those that were given back. How many it holds.
int reserve_buffers(int wanted) {
  static std::mutex guard;
  static int held = 0;
  if (!blas_memory_alloc || !blas_memory_free) return wanted;
  const std::lock_guard lock(guard);
  if (std::min(wanted, most_buffers) <= held) return wanted;
  std::vector<void*> taken;
  taken.reserve(most_buffers);
  while (static_cast<int>(taken.size()) < std::min(wanted, most_buffers) && can_map(buffer_bytes))
    taken.push_back(blas_memory_alloc(1));
  for (void* buffer : taken) blas_memory_free(buffer);
  held = std::max(held, static_cast<int>(taken.size()));
  return held >= most_buffers ? wanted : std::min(wanted, held);
}

void* wait_for_others(void* mutex) {
  auto* const lock = static_cast<pthread_mutex_t*>(mutex);
  pthread_mutex_lock(lock);
  pthread_mutex_unlock(lock);
  return nullptr;
}

// How many threads can live side by side, this one among them. OpenMP would end the process where it gets
// fewer than it was told; the stacks of these are kept for those of OpenMP.
int startable_threads(int wanted) {
  pthread_mutex_t all_there = PTHREAD_MUTEX_INITIALIZER;
  std::vector<pthread_t> others;
  others.reserve(static_cast<std::size_t>(wanted));
  pthread_mutex_lock(&all_there);
  for (pthread_t other{}; static_cast<int>(others.size()) + 1 < wanted;) {
    if (pthread_create(&other, nullptr, wait_for_others, &all_there) != 0) break;
    others.push_back(other);
  }
  pthread_mutex_unlock(&all_there);
  for (const pthread_t other : others) pthread_join(other, nullptr);
  return static_cast<int>(others.size()) + 1;
}

// OpenBLAS starts threads of its own when it is loaded, and each of them takes a buffer, for good. One that
// is late must not take those that are reserved here.
void let_others_start() {
  static std::once_flag once;
  std::call_once(once, [] { std::this_thread::sleep_for(std::chrono::milliseconds(100)); });
}

// OpenMP keeps the threads of each thread that calls for them.
thread_local int had = 0, most = std::numeric_limits<int>::max();

// Half of a limited address space is for threads, half for the work.
int affordable_threads(int wanted) {
  const std::uint64_t left = address_space_left();
  if (left == unlimited) return wanted;
  const std::uint64_t each = buffer_bytes + heap_bytes + stack_bytes();
  return static_cast<int>(std::clamp<std::uint64_t>(left / 2 / each, 1, static_cast<std::uint64_t>(wanted)));
}

}  // namespace

int most_threads() { return most; }

int reserve_threads(int wanted) {
  wanted = std::min(wanted, most);
  if (wanted <= had || omp_in_parallel()) return wanted;
  // What one thread could have, another can, where nothing is limited.
  static std::atomic<int> proven{0};
  const bool limited = address_space_left() != unlimited;
  if (limited) let_others_start();
  if (!limited && wanted <= proven) return wanted;
  const int threads = reserve_buffers(startable_threads(affordable_threads(wanted)));
  if (threads < 1)
    throw Error(
        Fault::memory,
        fmt::format("there is no memory for a thread: the process may map {} more, and a thread needs "
                    "{}; raise the limit of its address space (ulimit -v)",
                    format_bytes(address_space_left()), format_bytes(buffer_bytes)));
#pragma omp parallel num_threads(threads)
  {}
  had = threads;
  if (!limited) proven = std::max(proven.load(), threads);
  if (threads < wanted) most = threads;
  return threads;
}

}  // namespace mercer
