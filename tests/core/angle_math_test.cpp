#include "core/angle_math.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace mercer {
namespace {

template <class T>
void expect_angles(const std::vector<T>& t, T scale) {
  std::vector<T> cosines(t.size()), sines(t.size());
  cosines_and_sines(t.data(), static_cast<Index>(t.size()), scale, cosines.data(), sines.data());
  for (std::size_t i = 0; i < t.size(); ++i) {
    const T tolerance = 8 * scale * std::numeric_limits<T>::epsilon();
    EXPECT_NEAR(cosines[i], scale * std::cos(t[i]), tolerance) << t[i];
    EXPECT_NEAR(sines[i], scale * std::sin(t[i]), tolerance) << t[i];
    T cosine = 0, sine = 0;
    cosines_and_sines(&t[i], 1, scale, &cosine, &sine);
    EXPECT_EQ(cosine, cosines[i]) << "alone it is another: " << t[i];
    EXPECT_EQ(sine, sines[i]) << "alone it is another: " << t[i];
  }
}

TEST(AngleMath, AgreesWithTheStandardLibrary) {
  std::vector<double> t;
  for (int i = -500; i <= 500; ++i) t.push_back(0.37 * i);
  expect_angles<double>(t, 0.25);
  expect_angles<float>({t.begin(), t.end()}, 0.25F);
}

TEST(AngleMath, LargeAnglesAreAnglesToo) {
  expect_angles<double>({1e4, 38999.5, 39000.5, -1e6, 1e12, 3}, 1);
  expect_angles<float>({3.5F, -1e6F, 2}, 1);
}

TEST(AngleMath, NothingIsThereForNoNumber) {
  const double t[] = {1, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()};
  double cosines[3], sines[3];
  cosines_and_sines(t, 3, 1.0, cosines, sines);
  EXPECT_NEAR(cosines[0], std::cos(1.0), 1e-15);
  EXPECT_TRUE(std::isnan(cosines[1]) && std::isnan(sines[1]) && std::isnan(cosines[2]));
}

}  // namespace
}  // namespace mercer
