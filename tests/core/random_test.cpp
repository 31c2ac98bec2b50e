// Random numbers: fixed for ever, uniform, and different from stream to stream.
#include "core/random.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace mercer {
namespace {

// xoshiro256++ as its authors publish it, on a state from splitmix64 written out on its own.
class Reference {
 public:
  explicit Reference(std::uint64_t counter) {
    for (int i = 0; i < 4; ++i) s_.push_back(mix(counter += 0x9e3779b97f4a7c15ULL));
  }
  std::uint64_t next() {
    const std::uint64_t sum = s_[0] + s_[3], result = ((sum << 23) | (sum >> 41)) + s_[0], t = s_[1] << 17;
    s_[2] ^= s_[0];
    s_[3] ^= s_[1];
    s_[1] ^= s_[2];
    s_[0] ^= s_[3];
    s_[2] ^= t;
    s_[3] = (s_[3] << 45) | (s_[3] >> 19);
    return result;
  }
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

 private:
  std::vector<std::uint64_t> s_;
};

TEST(Random, IsTheGeneratorThatItClaimsToBe) {
  // the first output of splitmix64 from 0, as published
  EXPECT_EQ(Reference::mix(0x9e3779b97f4a7c15ULL), 0xe220a8397b1dcdafULL);
  Random random(42);
  Reference reference(42 + 0x9e3779b97f4a7c15ULL);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(random.bits(), reference.next()) << i;
}

TEST(Random, EqualSeedsGiveEqualNumbersAndOthersDoNot) {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    for (std::uint64_t stream = 0; stream < 40; ++stream) {
      EXPECT_EQ(Random(seed, stream).bits(), Random(seed, stream).bits());
      first.insert(Random(seed, stream).bits());
    }
  EXPECT_EQ(first.size(), 1600U);
}

// Pearson's statistic over 20 cells has mean 19 and deviation 6.2.
TEST(Random, UniformNumbersFillTheirRangeEvenly) {
  Random random(3);
  constexpr int draws = 40000, cells = 20;
  std::vector<int> by_value(cells), by_index(cells);
  for (int i = 0; i < draws; ++i) {
    const double u = random.uniform(-2, 3);
    ASSERT_GE(u, -2);
    ASSERT_LT(u, 3);
    ++by_value[static_cast<std::size_t>((u + 2) / 5 * cells)];
    ++by_index[static_cast<std::size_t>(random.below(cells))];
  }
  for (const auto& counts : {by_value, by_index}) {
    double statistic = 0;
    for (int count : counts) statistic += (count - draws / cells) * (count - draws / cells);
    EXPECT_LT(statistic * cells / draws, 19 + 5 * 6.2);
  }
}

TEST(Random, NeighbouringStreamsAreUncorrelated) {
  constexpr int draws = 20000;
  Random a(5, 1), b(5, 2);
  double product = 0;
  for (int i = 0; i < draws; ++i) product += (a.uniform() - 0.5) * (b.uniform() - 0.5);
  EXPECT_LT(std::abs(product * 12 / std::sqrt(draws)), 4);  // a standard normal
}

TEST(Random, NormalNumbersHaveTheMomentsOfTheNormal) {
  Random random(4);
  constexpr int draws = 40000;
  double sum = 0, squares = 0, fourth = 0;
  for (int i = 0; i < draws; ++i) {
    const double x = random.normal();
    ASSERT_TRUE(std::isfinite(x));
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
  }
  EXPECT_NEAR(sum / draws, 0, 0.02);
  EXPECT_NEAR(squares / draws, 1, 0.03);
  EXPECT_NEAR(fourth / draws, 3, 0.2);
}

TEST(Random, BelowNeverReachesItsLimit) {
  Random random(6);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(random.below(1), 0);
    EXPECT_LT(random.below(3), 3);
  }
}

}  // namespace
}  // namespace mercer
