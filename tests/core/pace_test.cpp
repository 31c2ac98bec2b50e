#include "core/pace.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "mercer/communicator.hpp"
#include "pretend_ranks.hpp"

namespace mercer {
namespace {

// What each rank makes of the pace of all, after some laps: rank r takes laps[lap][r] seconds for one unit of
// work; 0: it does nothing.
std::vector<std::vector<double>> paces_after(const std::vector<std::vector<double>>& laps) {
  const auto count = static_cast<int>(laps[0].size());
  std::vector<std::vector<double>> found(laps[0].size());
  const auto thrown = test::PretendRanks(count).run([&](Communicator& all) {
    const Together scope(all);
    const auto own = static_cast<std::size_t>(all.rank());
    Pace pace;
    for (const auto& lap : laps) pace.tell(Ranks(), lap[own] > 0 ? 1 : 0, lap[own]);
    for (int rank = 0; rank < count; ++rank) found[own].push_back(pace.of(rank));
  });
  for (const auto& one : thrown) EXPECT_FALSE(one);
  return found;
}

TEST(Pace, IsOneWhileNothingIsKnown) {
  EXPECT_FALSE(Pace().known());
  EXPECT_EQ(Pace().of(5), 1);
  EXPECT_EQ(paces_after({{2, 0, 2}})[0], (std::vector<double>{1, 1, 1}));
}

TEST(Pace, IsTheSameForAllAndSaysWhoIsSlow) {
  for (const auto& found : paces_after({{2, 6, 3}})) EXPECT_EQ(found, (std::vector<double>{2, 6, 3}));
}

// Who is much slower for once still gets some work, so that it is noticed when that is over.
TEST(Pace, NobodyCountsAsStandingStill) {
  EXPECT_EQ(paces_after({{1, 300}})[0], (std::vector<double>{1, Pace::slowest}));
}

TEST(Pace, ForgetsAndKeepsWhatARankWithoutWorkShowed) {
  const std::vector<double> found = paces_after({{2, 8}, {6, 0}})[0];
  EXPECT_EQ(found[0], (0.5 * 2 + 6) / 1.5);
  EXPECT_EQ(found[1], 8);
}

TEST(Pace, IsMeasuredByTheClock) {
  const auto thrown = test::PretendRanks(2).run([&](Communicator& all) {
    const Together scope(all);
    Pace pace;
    pace.start(Ranks());
    std::this_thread::sleep_for(std::chrono::milliseconds(all.rank() == 0 ? 20 : 40));
    pace.finish(Ranks(), 4);
    EXPECT_GE(pace.of(0), 0.005);
    EXPECT_GE(pace.of(1), 0.01);
  });
  for (const auto& one : thrown) EXPECT_FALSE(one);
}

}  // namespace
}  // namespace mercer
