// Which number of clusters stands, when what a finer one adds is looked at by itself.
#include "beyond/auto/number_settle.hpp"

#include <map>

#include "core/random.hpp"
#include "mercer/mercer.hpp"
#include "support.hpp"

namespace mercer::automatic {
namespace {

// Points 0 .. n - 1 in blocks of equal size.
Labels blocks(std::size_t n, int count) {
  Labels out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<int>(i * static_cast<std::size_t>(count) / n);
  return out;
}
// Each block of `coarse` cut in two, at random.
Labels cut_at_random(const Labels& coarse, std::uint64_t seed) {
  Random random(seed, 1);
  Labels out;
  for (const int label : coarse) out.push_back(2 * label + static_cast<int>(random.below(2)));
  return out;
}

// Pair by pair, from the definition: of the pairs that the coarse clusters keep together.
double within_by_pairs(const Labels& coarse, const Labels& a, const Labels& b) {
  std::map<int, std::array<double, 4>> of;  // together in both, in a, in b, all
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (coarse[i] != coarse[j]) continue;
      auto& counts = of[coarse[i]];
      counts[0] += a[i] == a[j] && b[i] == b[j];
      counts[1] += a[i] == a[j];
      counts[2] += b[i] == b[j];
      counts[3] += 1;
    }
  double both = 0, expected = 0, most = 0;
  for (const auto& [label, counts] : of) {
    both += counts[0];
    expected += counts[1] * counts[2] / counts[3];
    most += (counts[1] + counts[2]) / 2;
  }
  return (both - expected) / (most - expected);
}

TEST(NumberSettle, AgreementWithinIsThatOfThePairsKeptTogether) {
  const Labels coarse = blocks(60, 3), a = cut_at_random(coarse, 1), b = cut_at_random(coarse, 2);
  EXPECT_NEAR(agreement_within(coarse, a, b), within_by_pairs(coarse, a, b), 1e-12);
  EXPECT_NEAR(agreement_within(Labels(60, 0), a, b), score(a, b).ari, 1e-12);
  EXPECT_EQ(agreement_within(coarse, a, a), 1);
  EXPECT_EQ(agreement_within(coarse, coarse, coarse), 1);  // nothing is added
}

NumberSearch searched(const std::vector<std::array<double, 3>>& rows) {
  NumberSearch out;
  double most = 0;
  for (const auto& [clusters, agreement, separation] : rows) {
    NumberEvidence one;
    one.clusters = static_cast<Index>(clusters);
    one.agreement = agreement;
    one.separation = separation;
    if (one.rank() >= most) {
      most = one.rank();
      out.best = out.highest = one.clusters;
    }
    out.tried.push_back(one);
  }
  return out;
}

// Nobody misses the two wide gaps, and some the third: the finer answer stands.
TEST(NumberSettle, AFinerNumberStandsIfItIsAgreedOnWithinTheCoarser) {
  const Labels two = blocks(80, 2), four = blocks(80, 4);
  NumberSearch s = searched({{2, 1.0, 0.9}, {4, 0.92, 0.8}});
  ASSERT_EQ(s.highest, 2);
  std::vector<Labels> nearly(17, four);
  nearly[3] = cut_at_random(two, 1);
  settle_number(s, {{2, two, std::vector<Labels>(17, two)}, {4, four, nearly}});
  EXPECT_EQ(s.best, 4);
  EXPECT_EQ(s.highest, 2);
  EXPECT_GE(s.within, 0.8);
}

// Two curves of few points are thin in the same places for all candidates; but there are no gaps.
TEST(NumberSettle, AFinerNumberWithoutGapsDoesNotStand) {
  const Labels two = blocks(80, 2), four = blocks(80, 4);
  NumberSearch s = searched({{2, 1.0, 0.9}, {4, 0.92, 0.6}});
  settle_number(s, {{2, two, std::vector<Labels>(17, two)}, {4, four, std::vector<Labels>(17, four)}});
  EXPECT_EQ(s.best, 2);
}

TEST(NumberSettle, ARandomCutDoesNotStand) {
  const Labels two = blocks(80, 2), four = cut_at_random(two, 1);
  std::vector<Labels> each;
  for (std::uint64_t seed = 1; seed <= 17; ++seed) each.push_back(cut_at_random(two, seed));
  NumberSearch coarse_first = searched({{2, 1.0, 0.9}, {4, 0.9, 0.9}});
  settle_number(coarse_first, {{2, two, std::vector<Labels>(17, two)}, {4, four, each}});
  EXPECT_EQ(coarse_first.best, 2);
  EXPECT_TRUE(std::isnan(coarse_first.within));
  // It does not stand either where it ranks a little higher.
  NumberSearch fine_first = searched({{2, 0.98, 0.9}, {4, 0.98, 0.9}});
  ASSERT_EQ(fine_first.highest, 4);
  settle_number(fine_first, {{2, two, std::vector<Labels>(17, two)}, {4, four, each}});
  EXPECT_EQ(fine_first.best, 2);
  EXPECT_LT(fine_first.within, 0.6);
  fine_first.clusters = fine_first.best;
  EXPECT_NE(fine_first.text().find("the candidates disagree on how to divide them into 4"),
            std::string::npos);
}

// With little evidence for the coarser number its clusters say nothing about the finer ones.
TEST(NumberSettle, WeakEvidenceReplacesNothing) {
  const Labels two = blocks(80, 2), four = cut_at_random(two, 1);
  std::vector<Labels> each;
  for (std::uint64_t seed = 1; seed <= 17; ++seed) each.push_back(cut_at_random(two, seed));
  NumberSearch s = searched({{2, 0.7, 0.1}, {4, 0.7, 0.1}});
  settle_number(s, {{2, two, std::vector<Labels>(17, two)}, {4, four, each}});
  EXPECT_EQ(s.best, 4);
}

}  // namespace
}  // namespace mercer::automatic
