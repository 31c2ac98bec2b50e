#include "gram/batch_sums.hpp"

#include <gtest/gtest.h>

#include <cmath>

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
  std::vector<Index> tasks, foreign;  // of each rank: all, and those of others' blocks
};

// All sums; rank r takes seconds[r] for a unit of work, as was seen before.
Batched add_batches(const std::vector<double>& seconds) {
  Batched out;
  out.tasks.resize(seconds.size());
  out.foreign.resize(seconds.size());
  const auto thrown = test::PretendRanks(static_cast<int>(seconds.size())).run([&](Communicator& all) {
    const Together scope(all);
    const Ranks ranks;
    const auto own = [&](int rank) { return ranks.share(batched_blocks, rank); };
    const Range mine = own(all.rank());
    const auto at = static_cast<std::size_t>(all.rank());
    Pace pace;
    pace.tell(ranks, 1, seconds[at]);
    BatchSums<double> sums(
        batched_blocks, batch_count, ranks, own, [](Index) { return 1; }, pace);
    while (sums.next()) {
      for (const auto& task : sums.tasks()) {
        *sums.at(task.where) = batch_value(task.block, task.batch);
        ++out.tasks[at];
        out.foreign[at] += task.block < mine.begin || task.block >= mine.end ? 1 : 0;
      }
      sums.exchange(static_cast<double>(sums.tasks().size()));
      for (Index b = mine.begin; b < mine.end; ++b)
        for (const auto& part : sums.parts_of(b))
          out.sums[static_cast<std::size_t>(b)] += *sums.at(part.where);
    }
  });
  for (const auto& one : thrown) EXPECT_FALSE(one);
  return out;
}

TEST(BatchSums, AreTheSameBitsOnAnyRanksOfAnyPace) {
  std::vector<double> expected;
  for (Index block = 0; block < batched_blocks; ++block) {
    expected.push_back(0);
    for (Index batch = 0; batch < batch_count; ++batch) expected.back() += batch_value(block, batch);
  }
  for (const std::vector<double>& seconds :
       {std::vector<double>{1, 1}, {1, 3}, {1, 1, 1}, {2, 1, 3}, {3, 1, 1, 2, 1, 1, 4}})
    EXPECT_EQ(add_batches(seconds).sums, expected) << seconds.size() << " ranks";
}

// 37 blocks of 5 batches are 61.7 tasks for each of three ranks: none has 65, as whole blocks would give.
TEST(BatchSums, AreSharedMoreEvenlyThanBlocks) {
  for (const Index tasks : add_batches({1, 1, 1}).tasks) EXPECT_NEAR(static_cast<double>(tasks), 61.7, 1);
}

// 3 : 1 : 3 of 185
TEST(BatchSums, OfASlowRankAreComputedByOthers) {
  const Batched found = add_batches({1, 3, 1});
  EXPECT_NEAR(static_cast<double>(found.tasks[0]), 79.3, 1);
  EXPECT_NEAR(static_cast<double>(found.tasks[1]), 26.4, 1);
  EXPECT_NEAR(static_cast<double>(found.tasks[2]), 79.3, 1);
  EXPECT_GT(found.foreign[0] + found.foreign[2], 30);
}

}  // namespace
}  // namespace mercer
