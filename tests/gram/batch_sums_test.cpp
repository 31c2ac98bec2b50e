#include "gram/batch_sums.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "mercer/communicator.hpp"
#include "pretend_ranks.hpp"

namespace mercer {
namespace {

constexpr Index batched_blocks = 37, batch_count = 5;

// What a batch adds to the sums of a block: of sizes for which another order of additions shows.
double batch_value(Index block, Index batch) {
  return std::ldexp(1.0 + 0.1 * static_cast<double>(block), static_cast<int>(7 * batch % 11));
}

struct Batched {
  std::vector<double> sums = std::vector<double>(batched_blocks, 0);
  std::vector<Index> tasks, foreign;  // of each rank in the last round: all, and those of others' blocks
};

// `rounds` times all sums, of which the last are kept; `work` is done for each task of a rank.
template <class Work>
Batched add_batches(int count, int rounds, Work&& work) {
  Batched out;
  out.tasks.resize(static_cast<std::size_t>(count));
  out.foreign.resize(static_cast<std::size_t>(count));
  const auto thrown = test::PretendRanks(count).run([&](Communicator& all) {
    const Together scope(all);
    const Ranks ranks;
    const auto own = [&](int rank) { return ranks.share(batched_blocks, rank); };
    const Range mine = own(all.rank());
    const auto at = static_cast<std::size_t>(all.rank());
    Pace pace;
    for (int round = 0; round < rounds; ++round) {
      BatchSums<double> sums(
          batched_blocks, batch_count, ranks, own, [](Index) { return 1; }, pace);
      for (Index b = mine.begin; b < mine.end; ++b) out.sums[static_cast<std::size_t>(b)] = 0;
      out.tasks[at] = out.foreign[at] = 0;
      while (sums.next()) {
        for (const auto& task : sums.tasks()) {
          work(all.rank());
          *sums.at(task.where) = batch_value(task.block, task.batch);
          ++out.tasks[at];
          out.foreign[at] += task.block < mine.begin || task.block >= mine.end ? 1 : 0;
        }
        sums.exchange(static_cast<double>(sums.tasks().size()));
        for (Index b = mine.begin; b < mine.end; ++b)
          for (const auto& part : sums.parts_of(b))
            out.sums[static_cast<std::size_t>(b)] += *sums.at(part.where);
      }
    }
  });
  for (const auto& one : thrown) EXPECT_FALSE(one);
  return out;
}

void pause(int microseconds) { std::this_thread::sleep_for(std::chrono::microseconds(microseconds)); }

TEST(BatchSums, AreTheSameBitsOnAnyRanksOfAnyPace) {
  std::vector<double> expected;
  for (Index block = 0; block < batched_blocks; ++block) {
    expected.push_back(0);
    for (Index batch = 0; batch < batch_count; ++batch) expected.back() += batch_value(block, batch);
  }
  for (const int ranks : {2, 3, 7})
    for (const int slower : {0, 100})
      EXPECT_EQ(add_batches(ranks, 3, [=](int rank) { pause(slower * rank); }).sums, expected)
          << ranks << " ranks, " << slower;
}

// 37 blocks of 5 batches are 61.7 tasks for each of three ranks: none has 65, as whole blocks would give.
TEST(BatchSums, AreSharedMoreEvenlyThanBlocks) {
  for (const Index tasks : add_batches(3, 1, [](int) {}).tasks)
    EXPECT_NEAR(static_cast<double>(tasks), 61.7, 1);
}

TEST(BatchSums, OfASlowRankAreComputedByOthers) {
  const Batched found = add_batches(3, 3, [](int rank) { pause(rank == 1 ? 1500 : 300); });
  EXPECT_LT(found.tasks[1], 50);
  EXPECT_GT(found.foreign[0] + found.foreign[2], 10);
  EXPECT_EQ(found.tasks[0] + found.tasks[1] + found.tasks[2], batched_blocks * batch_count);
}

}  // namespace
}  // namespace mercer
