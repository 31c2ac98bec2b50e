// Threads: every block once, exceptions out, settings back.
#include "core/parallel.hpp"

#include <gtest/gtest.h>
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>
#include <stdexcept>
#include <vector>

namespace mercer {
namespace {

TEST(Parallel, EveryBlockAndRowIsVisitedOnce) {
  for (double work : {0.0, 1e9})
    for (Index size : {0, 1, 7, 64, 65, 1000}) {
      std::vector<std::atomic<int>> seen(static_cast<std::size_t>(size));
      parallel_rows(
          size, 64,
          [&](Index begin, Index end) {
            EXPECT_EQ(begin % 64, 0);  // fixed blocks, whatever the number of threads
            EXPECT_LE(end - begin, 64);
            for (Index i = begin; i < end; ++i) ++seen[static_cast<std::size_t>(i)];
          },
          work);
      for (const auto& count : seen) EXPECT_EQ(count, 1);
    }
}

TEST(Parallel, AnExceptionOfABlockReachesTheCaller) {
  const ThreadScope scope(3);
  std::atomic<int> done{0};
  const auto run = [&] {
    parallel_blocks(50, [&](Index block) {
      if (block == 20) throw std::runtime_error("block 20");
      ++done;
    });
  };
  try {
    run();
    FAIL() << "the exception was lost";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "block 20");
  }
  EXPECT_EQ(done, 49);  // the others are finished, so nothing runs on behind the caller's back
}

// As when two threads of a program cluster at once: the first to begin may be the first to end.
TEST(Parallel, ScopesThatOverlapGiveBackWhatWasBeforeBoth) {
  Eigen::setNbThreads(4);
  auto first = std::make_unique<ThreadScope>(0);
  auto second = std::make_unique<ThreadScope>(0);
  first.reset();
  EXPECT_EQ(Eigen::nbThreads(), 1);  // the second one is still at work
  second.reset();
  EXPECT_EQ(Eigen::nbThreads(), 4);
  Eigen::setNbThreads(0);
}

TEST(Parallel, ThreadsAreSetAndGivenBack) {
  const int before = omp_get_max_threads();
  {
    const ThreadScope three(3);
    EXPECT_EQ(thread_count(), 3);
    EXPECT_EQ(Eigen::nbThreads(), 1);
    {
      const ThreadScope five(5);
      EXPECT_EQ(thread_count(), 5);
    }
    EXPECT_EQ(thread_count(), 3);
    {
      const ThreadScope as_it_is(0);
      EXPECT_EQ(thread_count(), 3);
    }
  }
  EXPECT_EQ(omp_get_max_threads(), before);
  EXPECT_EQ(Eigen::nbThreads(), before);
  try {
    const ThreadScope four(4);
    throw std::runtime_error("on the way out");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(omp_get_max_threads(), before);
}

TEST(Parallel, WorkThatIsAbandonedEndsWithTheNextBlock) {
  for (const double work : {0.0, 1e9}) {
    Control control;
    std::atomic<int> blocks{0};
    {
      const Watched watched(&control);
      EXPECT_NO_THROW(ask_to_go_on());
      EXPECT_THROW(parallel_blocks(
                       10000,
                       [&](Index) {
                         ++blocks;
                         control.abandon = true;
                         EXPECT_THROW(parallel_blocks(2, [](Index) {}), Abandoned);  // helpers know it too
                       },
                       work),
                   Abandoned);
      EXPECT_THROW(ask_to_go_on(), Abandoned);
    }
    EXPECT_LT(blocks, 100);
    EXPECT_NO_THROW(parallel_blocks(3, [](Index) {}));  // nobody watches any more
  }
}

TEST(Parallel, AForkedProcessWorksAlone) {
  const ThreadScope several(4);
  std::atomic<int> blocks{0};
  const auto work = [&] { parallel_blocks(64, [&](Index) { ++blocks; }); };
  work();
  const pid_t child = fork();
  if (child == 0) {
    const ThreadScope asked(4);
    work();
    _exit(blocks == 128 && thread_count() == 1 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  work();
  EXPECT_EQ(blocks, 128);
  EXPECT_EQ(thread_count(), 4);
}

}  // namespace
}  // namespace mercer
