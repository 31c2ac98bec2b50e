#include "gram/pair_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

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

// All sums; rank r takes seconds[r] for a unit of work, as was seen before (0: nothing was seen).
Shared add_all(const std::vector<double>& seconds) {
  Shared out;
  out.tiles.resize(seconds.size());
  const auto on_rank = [&] {
    const Ranks team;
    const auto owned = [&](int rank) { return team.share(paired_blocks, rank); };
    Pace pace;
    if (const double own = seconds[static_cast<std::size_t>(team.rank())]; own > 0) pace.tell(team, 1, own);
    PairSums<double> pairs(
        paired_blocks, team, owned, [](Index) { return 1; }, 1, pace);
    while (pairs.next()) {
      out.tiles[static_cast<std::size_t>(team.rank())].push_back(std::ssize(pairs.tasks()));
      for (const auto& task : pairs.tasks()) {
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
  if (seconds.size() == 1) {
    on_rank();
    return out;
  }
  const auto thrown = test::PretendRanks(static_cast<int>(seconds.size())).run([&](Communicator& all) {
    const Together scope(all);
    on_rank();
  });
  for (const auto& one : thrown) EXPECT_FALSE(one);
  return out;
}

double largest_share(const Shared& found, std::size_t group) {
  Index largest = 0, all = 0;
  for (const auto& rank : found.tiles) {
    largest = std::max(largest, rank[group]);
    all += rank[group];
  }
  return static_cast<double>(largest) / static_cast<double>(all);
}

TEST(PairSums, AreTheSameBitsOnAnyRanksOfAnyPace) {
  const Shared alone = add_all({0});
  for (Index b = 0; b < paired_blocks; ++b) {
    double expected = 0;
    for (Index i = 0; i < paired_blocks; ++i) expected += value_of(i, b);
    EXPECT_NEAR(alone.sums[static_cast<std::size_t>(b)], expected, 1e-12 * expected);
  }
  for (const std::vector<double>& seconds :
       {std::vector<double>{0, 0}, {1, 1}, {1, 3}, {1, 1, 1}, {2, 1, 3}, {3, 1, 1, 2, 4}})
    EXPECT_EQ(add_all(seconds).sums, alone.sums) << seconds.size() << " ranks";
}

// As long as nothing is known, a few rounds are shared evenly; then more at a time.
TEST(PairSums, AreSharedEvenlyAndFewAtATimeAtFirst) {
  const Shared first = add_all({0, 0, 0}), later = add_all({1, 1, 1});
  EXPECT_LT(largest_share(first, 0), 0.36);
  EXPECT_LT(largest_share(later, 0), 0.34);
  EXPECT_LT(3 * first.tiles[0][0], later.tiles[0][0]);
}

// Of the tiles of its own blocks alone rank 1 has a ninth, so 1 : 3 : 1 can be reached.
TEST(PairSums, ASlowRankComputesFewerTiles) {
  const Shared found = add_all({1, 3, 1});
  const auto of = [&](std::size_t rank) { return static_cast<double>(found.tiles[rank][0]); };
  EXPECT_NEAR(of(1) / of(0), 1. / 3, 0.03);
  EXPECT_NEAR(of(2) / of(0), 1, 0.03);
}

}  // namespace
}  // namespace mercer
