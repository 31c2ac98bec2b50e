#include "graph/near_leaves.hpp"

#include "graph/kd_boxes.hpp"
#include "trees.hpp"

namespace mercer {
namespace {

// The `count`-th nearest other point of the same leaf, as searches see it.
template <class T>
double nearest_in_leaf(const KdBoxes& boxes, Index leaf, Index i, Index count, Adding adding) {
  const T* columns = boxes.leaf_columns<T>(leaf);
  std::vector<double> distances;
  for (Index j = 0; j < boxes.leaf_points(leaf).size(); ++j) {
    if (j == i) continue;
    double sum = 0;
    for (Index c = 0; c < boxes.width(); ++c) {
      const double difference = columns[c * boxes.stride() + i] - columns[c * boxes.stride() + j];
      sum = adding == Adding::squares     ? sum + difference * difference
            : adding == Adding::absolutes ? sum + std::abs(difference)
                                          : std::max(sum, std::abs(difference));
    }
    distances.push_back(sum);
  }
  std::sort(distances.begin(), distances.end());
  return count <= std::ssize(distances) ? distances[static_cast<std::size_t>(count - 1)]
                                        : std::numeric_limits<double>::infinity();
}

template <class T>
void expect_reach(const KdBoxes& boxes, Adding adding, Index count) {
  for (Index leaf = 0; leaf < boxes.leaves(); ++leaf) {
    Seekers<T> seekers(boxes.width());
    seekers.clear();
    seekers.count = boxes.leaf_points(leaf).size();
    for (Index c = 0; c < boxes.width(); ++c)
      std::copy_n(boxes.leaf_columns<T>(leaf) + c * boxes.stride(), seekers.count,
                  seekers.columns.data() + c * Seekers<T>::most);
    reach_in_leaf(adding, boxes.seen<T>(), leaf, count, seekers);
    for (Index i = 0; i < seekers.count; ++i) {
      const double expected = nearest_in_leaf<T>(boxes, leaf, i, count, adding);
      const double found = seekers.limits[static_cast<std::size_t>(i)];
      if (std::isinf(expected))
        ASSERT_TRUE(std::isinf(found));
      else
        ASSERT_NEAR(found, expected, 1e-5 * expected);
    }
  }
}

TEST(NearLeaves, TheReachInALeafIsThatOfItsPoints) {
  for (const Index d : {2, 3, 5, 12})
    for (const Index n : {3, 40, 700}) {
      const KdBoxes boxes{Data(test::blobs(n, d, 2, 7))};
      for (const Adding adding : {Adding::squares, Adding::absolutes, Adding::largest})
        for (const Index count : {Index{4}, Index{8}, most_in_leaf})
          expect_reach<float>(boxes, adding, count);
    }
}

TEST(NearLeaves, AlsoInDoublePrecision) {
  Matrix X = test::blobs(4000, 2, 3, 6);
  X(17, 1) = 1e9;
  const KdBoxes boxes{Data(X)};
  ASSERT_FALSE(boxes.coarse());
  expect_reach<double>(boxes, Adding::squares, 4);
}

}  // namespace
}  // namespace mercer
