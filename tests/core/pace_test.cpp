#include "core/pace.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "mercer/communicator.hpp"
#include "pretend_ranks.hpp"

namespace mercer {
namespace {

// What each rank makes of the pace of all, after some laps: rank r sleeps laps[lap][r] milliseconds for one
// unit of work; 0: it does nothing.
std::vector<std::vector<double>> paces_after(const std::vector<std::vector<int>>& laps) {
  const auto count = static_cast<int>(laps[0].size());
  std::vector<std::vector<double>> found(laps[0].size());
  const auto thrown = test::PretendRanks(count).run([&](Communicator& all) {
    const Together scope(all);
    const auto own = static_cast<std::size_t>(all.rank());
    Pace pace;
    for (const auto& lap : laps) {
      pace.start(Ranks());
      std::this_thread::sleep_for(std::chrono::milliseconds(lap[own]));
      pace.finish(Ranks(), lap[own] > 0 ? 1 : 0);
    }
    for (int rank = 0; rank < count; ++rank) found[own].push_back(pace.of(rank));
  });
  for (const auto& one : thrown) EXPECT_FALSE(one);
  return found;
}

TEST(Pace, IsOneWhileNothingIsKnown) {
  EXPECT_EQ(Pace().of(5), 1);
  EXPECT_EQ(paces_after({{20, 0, 20}})[0], (std::vector<double>{1, 1, 1}));
}

TEST(Pace, IsTheSameForAllAndSaysWhoIsSlow) {
  const auto found = paces_after({{20, 60, 20}, {20, 60, 20}});
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(found[0], found[2]);
  EXPECT_GT(found[0][1], 1.5 * found[0][0]);
  EXPECT_GT(found[0][1], 1.5 * found[0][2]);
}

// Who is much slower for once still gets some work, so that it is noticed when that is over.
TEST(Pace, NobodyCountsAsStandingStill) {
  const std::vector<double> found = paces_after({{1, 300}})[0];
  EXPECT_EQ(found[1], Pace::slowest * found[0]);
}

TEST(Pace, ForgetsAndKeepsWhatARankWithoutWorkShowed) {
  const std::vector<double> found = paces_after({{20, 80}, {80, 0}, {80, 0}, {80, 0}})[0];
  EXPECT_GT(found[1], 0.07);
  EXPECT_GT(found[0], 0.06);
}

}  // namespace
}  // namespace mercer
