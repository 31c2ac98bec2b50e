#include "gram/tournament.hpp"

#include <gtest/gtest.h>

#include <set>

namespace mercer {
namespace {

TEST(Tournament, EveryPairMeetsOnceAndNoBlockTwiceInARound) {
  for (Index blocks = 0; blocks <= 9; ++blocks) {
    const Tournament t(blocks);
    std::set<std::pair<Index, Index>> met;
    for (Index round = 0; round < t.rounds(); ++round) {
      std::set<Index> busy;
      for (Index p = 0; p < t.pairs(round); ++p) {
        const auto [i, j] = t.pair(round, p);
        if (i < 0) continue;
        EXPECT_LE(i, j);
        EXPECT_LT(j, blocks);
        EXPECT_TRUE(met.insert({i, j}).second) << i << " met " << j << " before";
        EXPECT_TRUE(busy.insert(i).second) << "block " << i << " plays twice in round " << round;
        if (i != j) {
          EXPECT_TRUE(busy.insert(j).second) << "block " << j << " plays twice in round " << round;
        }
      }
    }
    EXPECT_EQ(static_cast<Index>(met.size()), blocks * (blocks + 1) / 2);
  }
}

}  // namespace
}  // namespace mercer
