#include "graph/kd_boxes.hpp"

#include "graph/distance.hpp"
#include "trees.hpp"

namespace mercer {
namespace {

using test::blobs;

// The distance of two points as a search sees them.
template <class T>
double seen_distance(const KdBoxes& boxes, Index a, Index i, Index b, Index j) {
  double sum = 0;
  for (Index c = 0; c < boxes.width(); ++c) {
    const double x = boxes.leaf_columns<T>(a)[c * boxes.stride() + i],
                 y = boxes.leaf_columns<T>(b)[c * boxes.stride() + j];
    sum += (x - y) * (x - y);
  }
  return sum;
}

TEST(KdBoxes, EveryPointStandsSomewhereOnce) {
  for (const Index n : {2, 16, 17, 1000}) {
    const Matrix X = blobs(n, 4, 2, 3);
    const KdBoxes boxes{Data(X)};
    std::vector<int> seen(static_cast<std::size_t>(n));
    for (Index p = 0; p < n; ++p) {
      ++seen[static_cast<std::size_t>(boxes.id(p))];
      for (Index j = 0; j < 4; ++j) ASSERT_EQ(boxes.row(p)[j], X(boxes.id(p), j));
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), n);
    for (Index leaf = 0; leaf < boxes.leaves(); ++leaf)
      EXPECT_LE(boxes.leaf_points(leaf).size(), boxes.stride());
  }
}

// Along some side nothing of the left half is above the right half.
bool is_parted(const KdBoxes& boxes, Range left, Range right) {
  for (Index j = 0; j < boxes.width(); ++j) {
    double most = -std::numeric_limits<double>::infinity(), least = -most;
    for (Index p = left.begin; p < left.end; ++p) most = std::max(most, boxes.row(p)[j]);
    for (Index p = right.begin; p < right.end; ++p) least = std::min(least, boxes.row(p)[j]);
    if (most <= least) return true;
  }
  return false;
}

TEST(KdBoxes, HalvesAreParted) {
  for (const Index d : {2, 3, 5})
    for (const std::uint64_t values : {2, 50, 1000000}) {  // few different ones: many are equal to a pivot
      Random random(7);
      Matrix X(20000, d);
      for (Index i = 0; i < X.size(); ++i) X.data()[i] = static_cast<double>(random.below(values));
      const KdBoxes boxes{Data(X)};
      for (Index width = 1; width < boxes.leaves(); width *= 2)
        for (Index i = 0; i < boxes.leaves(); i += 2 * width)
          ASSERT_TRUE(
              is_parted(boxes, {boxes.leaf_points(i).begin, boxes.leaf_points(i + width - 1).end},
                        {boxes.leaf_points(i + width).begin, boxes.leaf_points(i + 2 * width - 1).end}))
              << d << " " << values << " " << i;
    }
}

TEST(KdBoxes, LimitsAreAboveRoundedDistances) {
  for (const Index d : {2, 6, 40}) {
    const Matrix X = blobs(600, d, 3, 5).array() * 1e-3 + 7;
    const KdBoxes boxes{Data(X)};
    ASSERT_TRUE(boxes.coarse());
    for (Index a = 0; a < boxes.leaves(); ++a) {
      const Range own = boxes.leaf_points(a), other = boxes.leaf_points(boxes.leaves() - 1 - a);
      for (Index p = own.begin; p < own.end; ++p)
        for (const Range& range : {own, other})
          for (Index q = range.begin; q < range.end; ++q) {
            const double d2 = row_distance<SquaredSum>(boxes.row(p), boxes.row(q), boxes.width());
            const Index b = range.begin == own.begin ? a : boxes.leaves() - 1 - a;
            ASSERT_LE(seen_distance<float>(boxes, a, p - own.begin, b, q - range.begin),
                      static_cast<double>(boxes.limit<float>(Adding::squares, d2)));
          }
    }
  }
}

TEST(KdBoxes, PointsTooNearForSinglePrecisionAreSeenAsTheyAre) {
  Matrix X = blobs(4000, 2, 3, 6);
  EXPECT_TRUE(KdBoxes{Data(X)}.coarse());
  X(17, 1) = 1e9;
  EXPECT_FALSE(KdBoxes{Data(X)}.coarse());
  EXPECT_TRUE(KdBoxes{Data(Matrix(Matrix::Constant(100, 3, 5.0)))}.coarse());
}

}  // namespace
}  // namespace mercer
