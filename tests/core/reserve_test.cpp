// Threads that can't be had are not counted on.
#include "core/reserve.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "core/parallel.hpp"
#include "mercer/error.hpp"
#include "mercer/machine.hpp"
#include "support.hpp"

namespace mercer {
namespace {

TEST(ReserveTest, AllAreThereWithoutALimit) {
  EXPECT_EQ(reserve_threads(1), 1);
  EXPECT_EQ(reserve_threads(3), 3);
  EXPECT_EQ(reserve_threads(2), 2);
}

#if !defined(__SANITIZE_ADDRESS__) && !(defined(__has_feature) && __has_feature(address_sanitizer))
// In a process of its own, which has no threads yet: its exit code is the number.
int threads_within(std::uint64_t bytes, int wanted) {
  const pid_t child = fork();
  if (child == 0) {
    std::uint64_t used = 0;
    std::ifstream("/proc/self/statm") >> used;
    used *= static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    const rlimit limit{used + bytes, used + bytes};
    setrlimit(RLIMIT_AS, &limit);
    int found = 0;
    std::thread fresh([&] {  // the thread that called fork works alone
      try {
        found = reserve_threads(wanted);
      } catch (const Error& error) {
        found = static_cast<int>(error.fault());
      }
    });
    fresh.join();
    _exit(found);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(ReserveTest, FewerWhereTheAddressSpaceIsLimited) {
  EXPECT_EQ(threads_within(std::uint64_t{90} << 20, 2), static_cast<int>(Fault::memory));
  const int some = threads_within(std::uint64_t{1500} << 20, 40);
  EXPECT_GE(some, 1);
  EXPECT_LT(some, 8);
}
#endif

}  // namespace
}  // namespace mercer
