#include "graph/near_lists.hpp"

#include <algorithm>

#include "graph/distance.hpp"
#include "trees.hpp"

namespace mercer {
namespace {

using test::blobs;

Matrix with_outlier(Matrix X) {  // in single precision all but one of the points are one point
  X.row(0).setConstant(1e9);
  return X;
}
Matrix on_a_grid(Index n, Index d) {
  Random random(4);
  Matrix X(n, d);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = static_cast<double>(random.below(7));
  return X;
}

template <class Metric>
void expect_nearest(const Matrix& X, Index count, Index rank) {
  const KdBoxes boxes{Data(X)};
  const NearLists lists = near_lists<Metric>(boxes, count, rank);
  const Index n = X.rows();
  for (Index p = 0; p < n; ++p) {
    std::vector<double> all;
    for (Index q = 0; q < n; ++q)
      if (q != p) all.push_back(row_distance<Metric>(boxes.row(p), boxes.row(q), boxes.width()));
    std::sort(all.begin(), all.end());
    for (Index c = 0; c < lists.kept; ++c) {
      const int q = lists.positions[static_cast<std::size_t>(p * lists.kept + c)];
      ASSERT_NE(q, p);
      ASSERT_EQ(row_distance<Metric>(boxes.row(p), boxes.row(q), boxes.width()),
                all[static_cast<std::size_t>(c)]);
    }
    const double horizon = lists.horizon[static_cast<std::size_t>(p)];
    const double infinity = std::numeric_limits<double>::infinity();
    ASSERT_EQ(horizon, lists.kept < n - 1 ? all[static_cast<std::size_t>(lists.kept - 1)] : infinity);
    if (rank > 0) {
      ASSERT_EQ(lists.core[static_cast<std::size_t>(p)], all[static_cast<std::size_t>(rank - 1)]);
    }
  }
}

TEST(NearLists, HoldTheNearestPoints) {
  for (const Index d : {1, 2, 3, 5, 8, 17})
    for (const Matrix& X : {blobs(700, d, 3, 2), with_outlier(blobs(1700, d, 3, 2)), on_a_grid(300, d)}) {
      expect_nearest<SquaredSum>(X, 6, 0);
      expect_nearest<AbsoluteSum>(X, 4, 9);
      expect_nearest<LargestOf>(X, 3, 30);  // more than are kept
    }
}

TEST(NearLists, OfFewPointsHoldAllOthers) {
  expect_nearest<SquaredSum>(blobs(5, 2, 2, 1), 8, 0);
  expect_nearest<SquaredSum>(blobs(2, 3, 1, 1), 8, 1);
}

}  // namespace
}  // namespace mercer
