// Between clusters the density falls; between pieces of a shape it does not.
#include "beyond/auto/valleys.hpp"

#include <cmath>

#include "mercer/beyond/mixture.hpp"
#include "support.hpp"

namespace mercer::automatic {
namespace {

// Two of unit variance at a distance, in some columns, the second one turned and stretched.
Gaussians two(double distance, double stretch = 1) {
  Gaussians g{Vector::Constant(2, 0.5), Matrix::Zero(2, 2), Matrix::Zero(4, 2), 0};
  g.means(1, 0) = distance;
  g.covariances << 1, 0, 0, 1, 1, 0, 0, stretch;
  return g;
}

// p(0) ~ 1 + e^(-D^2 / 2), p(D / 2) ~ 2 e^(-D^2 / 8)
TEST(Valleys, EqualTheFormulaOfTwoBalls) {
  for (const double distance : {3.0, 4.0, 6.0}) {
    const double square = distance * distance;
    EXPECT_NEAR(shallowest_valley(two(distance)), 2 * std::exp(-square / 8) / (1 + std::exp(-square / 2)),
                1e-9);
  }
}

TEST(Valleys, ThereIsNoneBetweenComponentsOfOnePeak) {
  EXPECT_NEAR(shallowest_valley(two(1)), 1, 1e-12);
  EXPECT_NEAR(shallowest_valley(two(0, 20)), 1, 1e-12);
  Gaussians one = two(3);
  one.weights = Vector::Ones(1);
  one.means.conservativeResize(1, 2);
  one.covariances.conservativeResize(2, 2);
  EXPECT_EQ(shallowest_valley(one), 1);
}

// A third component in the middle fills the valley between the others: they are pieces of one shape.
TEST(Valleys, AreThoseOfTheWholeMixture) {
  Gaussians g{Vector::Constant(3, 1.0 / 3), Matrix::Zero(3, 1), Matrix::Constant(3, 1, 1), 0};
  g.means << 0, 2.2, 4.4;
  EXPECT_GT(shallowest_valley(g), 0.9);
  g.means << 0, 6, 12;
  EXPECT_LT(shallowest_valley(g), 0.05);
  g.degrees = 4;  // with tails the valleys are shallower
  EXPECT_GT(shallowest_valley(g), 0.05);
}

}  // namespace
}  // namespace mercer::automatic
