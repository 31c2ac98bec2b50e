#include "graph/dendrogram.hpp"

#include "trees.hpp"

namespace mercer {
namespace {

// Four points on a line: 0, 1, 3, 10.
Dendrogram line() {
  const Matrix X = (Matrix(4, 1) << 0, 1, 3, 10).finished();
  return single_linkage(spanning_tree(Data(X), {}).edges);
}

TEST(Dendrogram, FollowsSciPysConvention) {
  // scipy.cluster.hierarchy.linkage([[0], [1], [3], [10]], "single")
  const Matrix expected = (Matrix(3, 4) << 0, 1, 1, 2, 2, 4, 2, 3, 3, 5, 7, 4).finished();
  EXPECT_EQ((linkage(line()) - expected).cwiseAbs().maxCoeff(), 0);
}

TEST(Dendrogram, CutsFromTheTop) {
  EXPECT_EQ(cut(line(), 1), (Labels{0, 0, 0, 0}));
  EXPECT_EQ(cut(line(), 2), (Labels{0, 0, 0, 1}));
  EXPECT_EQ(cut(line(), 3), (Labels{0, 0, 1, 2}));
  EXPECT_EQ(cut(line(), 4), (Labels{0, 1, 2, 3}));
}

TEST(Dendrogram, AsText) {
  EXPECT_EQ(to_newick(line()), "(3:7,(2:2,(0:1,1:1):1):5);\n");
  EXPECT_EQ(to_json(line()), "{\"objects\": 4, \"merges\": [[0, 1, 1, 2], [2, 4, 2, 3], [3, 5, 7, 4]]}\n");
}

TEST(Dendrogram, NumbersByFirstAppearanceLeaveNoiseAlone) {
  Labels labels = {4, -1, 2, 4, 0, 2};
  number_by_first(labels);
  EXPECT_EQ(labels, (Labels{0, -1, 1, 0, 2, 1}));
}

}  // namespace
}  // namespace mercer
