// When a start ends, on courses made up here.
#include "engine/rest.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mercer {
namespace {

constexpr double single = 1.2e-7, fine = 2.2e-16;

// Steps until a course with the given energies and changes rests; -1: it does not.
template <class Energy, class Change>
int steps_to_rest(const RestLimits& limits, const Energy& energy, const Change& change) {
  Course course;
  for (int step = 0; step < 300; ++step) {
    course.add(energy(step), change(step), true);
    if (course.rests(limits)) return step;
  }
  return -1;
}

TEST(Rest, BothTheEnergyAndTheWeightsMustRest) {
  const RestLimits limits{1e-7, 1e-4, fine, 300};
  const auto still = [](int) { return 5.0; };
  EXPECT_EQ(steps_to_rest(limits, still, [](int step) { return std::pow(0.5, step); }), 14);
  EXPECT_EQ(steps_to_rest(limits, still, [](int) { return 1e-3; }), -1);
  EXPECT_EQ(steps_to_rest(
                limits, [](int step) { return 5 + 1.0 / (1 + step); }, [](int) { return 0.0; }),
            -1);
}

// Changes that rounding causes don't become smaller. A start that converges slowly does not rest by this.
TEST(Rest, AStartThatOnlyRoundsRests) {
  const RestLimits limits{1e-7, 1e-7, single, 300};
  const auto still = [](int) { return 5.0; };
  const auto rounds = [](int step) { return step < 10 ? std::pow(0.2, step) : 1e-6 * (1 + (step % 3)); };
  const int steps = steps_to_rest(limits, still, rounds);
  EXPECT_GT(steps, 10);
  EXPECT_LT(steps, 20);
  EXPECT_EQ(steps_to_rest(limits, still, [](int step) { return 2e-4 * std::pow(0.99, step); }), -1);
  const RestLimits in_double{1e-7, 1e-7, fine, 300};
  EXPECT_EQ(steps_to_rest(in_double, still, rounds), -1);
}

TEST(Rest, AStartThatCantReachTheBestIsBeaten) {
  const RestLimits limits{1e-7, 1e-7, single, 100};
  Course course;
  course.add(10, 1, true);
  EXPECT_FALSE(course.beaten(1, limits));  // nothing is known of its pace
  course.add(9, 1, true);
  EXPECT_FALSE(course.beaten(1, limits));  // eight more steps would do
  course.add(8.99, 1, true);
  EXPECT_TRUE(course.beaten(1, limits));  // 97 steps of 0.01 would not
  EXPECT_FALSE(course.beaten(8.5, limits));
}

}  // namespace
}  // namespace mercer
