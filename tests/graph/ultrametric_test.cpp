#include "graph/ultrametric.hpp"

#include "trees.hpp"

namespace mercer {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test

TEST(Ultrametric, DistancesAreTheLargestGapsOnTheBestPaths) {
  for (const int min_points : {1, 3}) {
    const Matrix X = blobs(90, 2, 3, 4);
    const Matrix expected =
        largest_gaps(mutual_reachability(pair_distances(X, PathMetric::euclidean), min_points));
    EXPECT_LT((all_distances_in(tree_of(X, {.min_points = min_points})) - expected).cwiseAbs().maxCoeff(),
              1e-12);
  }
}

TEST(Ultrametric, IsInPreorderTheLargerChildFirst) {
  const Ultrametric tree = random_tree(200, 0, 7);
  ASSERT_EQ(tree.nodes(), 399);
  for (std::size_t u = 1; u < 399; ++u) {
    const auto p = static_cast<std::size_t>(tree.parent[u]);
    EXPECT_LT(p, u);
    EXPECT_LE(tree.end(static_cast<Index>(u)), tree.end(static_cast<Index>(p)));
    EXPECT_GE(tree.height[p], tree.height[u]);
  }
  for (Index u = 0; u < 399; ++u)
    if (tree.objects[static_cast<std::size_t>(u)] > 1) {
      EXPECT_GE(tree.objects[static_cast<std::size_t>(u + 1)],
                tree.objects[static_cast<std::size_t>(tree.end(u + 1))]);
    }
}

TEST(Ultrametric, AChainKeepsAllDistances) {
  for (int kind = 0; kind < 4; ++kind) {
    const Ultrametric tree = random_tree(60, kind, 3);
    const Chain chain = chain_of(tree);
    const Matrix D = all_distances_in(tree);
    EXPECT_EQ((all_distances_in(ultrametric_of(chain)) - D).cwiseAbs().maxCoeff(), 0);
    for (std::size_t a = 0; a < 60; ++a)  // the largest gap between two
      for (std::size_t b = a + 1; b < 60; ++b)
        EXPECT_EQ(chain.gaps.segment(static_cast<Index>(a), static_cast<Index>(b - a)).maxCoeff(),
                  D(chain.order[a], chain.order[b]));
  }
}

TEST(Ultrametric, ADeepTreeNeedsNoStack) {  // points ever farther apart: a chain of a million merges
  const Index n = 300000;
  Dendrogram deep;
  for (int t = 0; t + 1 < n; ++t)
    deep.merges.push_back({t == 0 ? 0 : static_cast<int>(n) + t - 1, t + 1, t + 2, 1.0 + t});
  const Ultrametric tree = ultrametric_of(deep);
  EXPECT_EQ(tree.diameter(), static_cast<double>(n - 1));
  EXPECT_EQ(ultrametric_of(chain_of(tree)).diameter(), tree.diameter());
  EXPECT_FALSE(to_newick(deep).empty());
}

TEST(Ultrametric, OnePoint) {
  const Ultrametric tree = ultrametric_of(Dendrogram{});
  EXPECT_EQ(tree.nodes(), 1);
  EXPECT_EQ(chain_of(tree).order, Labels{0});
}

}  // namespace
}  // namespace mercer
