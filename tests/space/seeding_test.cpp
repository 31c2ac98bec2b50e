// Distances to the nearest seed, against what two loops over all points give.
#include "space/seeding.hpp"

#include "space/gram_space.hpp"
#include "space/vector_space.hpp"
#include "support.hpp"

namespace mercer {
namespace {

constexpr Index seeded_points = 600;  // two blocks and a part of one

class SeedingTest : public testing::Test {
 protected:
  Matrix X = test::blobs(seeded_points, 3, 4, 5, 2);
  Vector weights = Vector::LinSpaced(seeded_points, 0.5, 2);
  VectorSpace space{Data(X)};

  // w_i min over the seeds of |x_i - seed|^2
  Vector shares(const std::vector<Index>& seeds) const {
    Vector all(seeded_points);
    for (Index i = 0; i < seeded_points; ++i) {
      double least = INFINITY;
      for (const Index s : seeds) least = std::min(least, (X.row(i) - X.row(s)).squaredNorm());
      all[i] = weights[i] * least;
    }
    return all;
  }
};

TEST_F(SeedingTest, SharesAreWeightsBeforeThereIsASeed) {
  const Matrix shares = space.seeding(weights, 2).shares();
  ASSERT_EQ(shares.rows(), 3);
  EXPECT_NEAR(shares(1, 0), weights.segment(256, 256).sum(), 1e-9);
  EXPECT_EQ(shares.col(0), shares.col(1));
}

TEST_F(SeedingTest, TakenCandidatesBringTheirPointsNearer) {
  Seeding seeding = space.seeding(weights, 2);
  seeding.remaining(std::vector<Index>{17, 400}, nullptr);
  seeding.take(std::vector<Index>{0, 1});  // 17 in the first start, 400 in the second
  const std::vector<Index> candidates = {3, 80, 590, 255};
  const Vector left = seeding.remaining(candidates, nullptr);
  EXPECT_NEAR(left[1], shares({17, 80}).sum(), 1e-9 * left[1]);
  EXPECT_NEAR(left[2], shares({400, 590}).sum(), 1e-9 * left[2]);
  seeding.take(std::vector<Index>{1, 2});
  const Vector first = shares({17, 80}), second = shares({400, 590});
  const Matrix sums = seeding.shares();
  EXPECT_NEAR(sums(0, 0), first.head(256).sum(), 1e-9 * sums(0, 0));
  EXPECT_NEAR(sums(2, 1), second.tail(88).sum(), 1e-9 * sums(2, 1));

  // A point is found where the sum passes what is left, and a seed never is.
  const double before = second.segment(256, 100).sum();
  const std::vector<Index> found = seeding.find(std::vector<Draw>{
      {1, 1, before + 0.5 * second[356]}, {0, 0, 0}, {0, 0, 1e300}, {1, 1, before - 0.5 * second[355]}});
  EXPECT_EQ(found, (std::vector<Index>{356, 0, 255, 355}));
}

TEST_F(SeedingTest, NearestPointsAreThoseOfTheDistances) {
  const GramSpace features(test::point_gram<double>(X, Gaussian{.sigma = 2.0}));
  const std::vector<Index> points = {5, 300, 599, 5};  // twice the same: the first
  for (const Space* one : std::initializer_list<const Space*>{&space, &features}) {
    const Labels labels = one->nearest_points(points);
    for (Index i = 0; i < seeded_points; ++i) {
      Index nearest = 0;
      for (Index h = 1; h < 4; ++h)
        if ((X.row(i) - X.row(points[static_cast<std::size_t>(h)])).squaredNorm() <
            (X.row(i) - X.row(points[static_cast<std::size_t>(nearest)])).squaredNorm() * (1 - 1e-12))
          nearest = h;
      EXPECT_EQ(labels[static_cast<std::size_t>(i)], nearest) << i;
    }
  }
}

}  // namespace
}  // namespace mercer
