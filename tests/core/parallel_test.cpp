// Threads: every block once, exceptions out, settings back.
#include "core/parallel.hpp"

#include <gtest/gtest.h>
#include <omp.h>

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

}  // namespace
}  // namespace mercer
