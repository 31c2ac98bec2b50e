#include "gram/pair_sums.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "mercer/communicator.hpp"
#include "pretend_ranks.hpp"

namespace mercer {
namespace {

constexpr Index paired_blocks = 60;

// What the tile (i, j) adds to block j; to block i it adds value_of(j, i). Of different sizes, so that
// another order of additions shows in the last bits.
double value_of(Index i, Index j) {
  return std::ldexp(1.0 + 0.1 * static_cast<double>(i * 7 + j), static_cast<int>(i % 13));
}

struct Shared {
  std::vector<double> sums = std::vector<double>(paired_blocks, 0);
  std::vector<std::vector<Index>> tiles;  // of each rank, in each group of rounds
};

// All sums; `work` is done for each tile of a rank.
template <class Work>
Shared add_all(int ranks, Work&& work) {
  Shared out;
  out.tiles.resize(static_cast<std::size_t>(ranks));
  const auto on_rank = [&] {
    const Ranks team;
    const auto owned = [&](int rank) { return team.share(paired_blocks, rank); };
    Pace pace;
    PairSums<double> pairs(
        paired_blocks, team, owned, [](Index) { return 1; }, 1, pace);
    while (pairs.next()) {
      out.tiles[static_cast<std::size_t>(team.rank())].push_back(std::ssize(pairs.tasks()));
      for (const auto& task : pairs.tasks()) {
        work(team.rank());
        *pairs.at(task.down) = value_of(task.i, task.j);
        if (task.i != task.j) *pairs.at(task.across) = value_of(task.j, task.i);
      }
      pairs.exchange(static_cast<double>(pairs.tasks().size()));
      const Range own = owned(team.rank());
      for (Index b = own.begin; b < own.end; ++b)
        for (const auto& part : pairs.parts_of(b))
          out.sums[static_cast<std::size_t>(b)] += *pairs.at(part.where);
    }
  };
  if (ranks == 1) {
    on_rank();
    return out;
  }
  const auto thrown = test::PretendRanks(ranks).run([&](Communicator& all) {
    const Together scope(all);
    on_rank();
  });
  for (const auto& one : thrown) EXPECT_FALSE(one);
  return out;
}

void sleep_for_microseconds(int count) { std::this_thread::sleep_for(std::chrono::microseconds(count)); }

TEST(PairSums, AreTheSameBitsOnAnyRanksOfAnyPace) {
  const Shared alone = add_all(1, [](int) {});
  for (Index b = 0; b < paired_blocks; ++b) {
    double expected = 0;
    for (Index i = 0; i < paired_blocks; ++i) expected += value_of(i, b);
    EXPECT_NEAR(alone.sums[static_cast<std::size_t>(b)], expected, 1e-12 * expected);
  }
  for (const int ranks : {2, 3, 5}) {
    EXPECT_EQ(add_all(ranks, [](int) {}).sums, alone.sums) << ranks;
    EXPECT_EQ(add_all(ranks, [](int rank) { sleep_for_microseconds(200 * rank); }).sums, alone.sums) << ranks;
  }
}

TEST(PairSums, ASlowRankComputesFewerTiles) {
  const Shared found = add_all(3, [](int rank) { sleep_for_microseconds(rank == 1 ? 1500 : 300); });
  ASSERT_GE(found.tiles[0].size(), 3U);
  for (std::size_t group = 0; group < found.tiles[0].size(); ++group) {
    const auto of = [&](std::size_t rank) { return static_cast<double>(found.tiles[rank][group]); };
    const double even = (of(0) + of(1) + of(2)) / 3;
    if (group == 0)
      for (std::size_t rank = 0; rank < 3; ++rank) EXPECT_NEAR(of(rank), even, 2);  // nothing is known yet
    else
      EXPECT_LT(of(1), 0.8 * even) << "group " << group;
  }
}

}  // namespace
}  // namespace mercer
