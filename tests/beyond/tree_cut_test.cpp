#include "beyond/tree_cut.hpp"

#include <Eigen/Eigenvalues>
#include <numeric>

#include "beyond/partition.hpp"
#include "beyond/tree_lloyd.hpp"
#include "beyond/tree_parts.hpp"
#include "embed/kernel_pca.hpp"
#include "gram/tree_gram.hpp"
#include "trees.hpp"

namespace mercer {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test

TEST(TreeCut, FindsTheBestOfAllPartitionsOfSmallUltrametrics) {
  int tried = 0;
  for (int kind = 0; kind < 4; ++kind)
    for (const Index n : {6, 8, 10})
      for (const Index clusters : {2, 3, 4})
        for (std::uint64_t seed = 0; seed < (n == 10 ? 12 : 40); ++seed) {
          const Ultrametric tree = random_tree(n, kind, 1000 * seed + static_cast<std::uint64_t>(n));
          const Matrix D = all_distances_in(tree);
          const double least = least_cost(D, clusters);
          const TreeCutFit fit = tree_cut(tree, {.clusters = clusters, .seed = seed});
          ASSERT_LE(fit.cost, least * (1 + 1e-9) + 1e-12)
              << kind << " " << n << " " << clusters << " " << seed;
          ASSERT_NEAR(fit.cost, pair_cost(D, fit.labels), 1e-9 * least + 1e-12);
          ASSERT_LE(fit.guarantee, 2 * least * (1 + 1e-9) + 1e-12);
          ++tried;
        }
  EXPECT_GE(tried, 1000);
}

// A star of m objects at 0.9, two pairs that coincide, a stray object; the best two clusters are the pairs
// together and the rest, which no single cut makes. It is the smallest case known, n = 18.
Ultrametric crossing(int m) {
  const double near = 1e-6, edge = 1 - 1e-3;
  Matrix D = Matrix::Constant(m + 5, m + 5, 1.0);
  const auto set = [&](std::vector<int> a, std::vector<int> b, double d) {
    for (const int i : a)
      for (const int j : b)
        if (i != j) D(i, j) = D(j, i) = d;
  };
  std::vector<int> star(static_cast<std::size_t>(m));
  std::iota(star.begin(), star.end(), 0);
  const std::vector<int> first = {m, m + 1}, second = {m + 2, m + 3}, stray = {m + 4};
  set(star, star, 0.9);
  set(first, first, near);
  set(second, second, near);
  set(first, star, edge);
  set(second, stray, edge);
  D.diagonal().setZero();
  return ultrametric_of(single_linkage(spanning_tree(Data(D), {.metric = PathMetric::precomputed}).edges));
}

TEST(TreeCut, OneKnownCaseWhereTheBestClustersAreNoCut) {
  const Ultrametric tree = crossing(13);
  const Matrix D = all_distances_in(tree);
  ASSERT_EQ(D.rows(), 18);
  Labels pairs(18, 0);
  for (const std::size_t i : {13U, 14U, 15U, 16U}) pairs[i] = 1;
  const double crossed = pair_cost(D, pairs);
  // Every single cut is worse ...
  double best_cut = std::numeric_limits<double>::infinity();
  for (Index u = 1; u < tree.nodes(); ++u) {
    Labels labels(18, 0);
    for (Index i = 0; i < 18; ++i) {
      const Index at = tree.node_of[static_cast<std::size_t>(i)];
      if (at >= u && at < tree.end(u)) labels[static_cast<std::size_t>(i)] = 1;
    }
    best_cut = std::min(best_cut, pair_cost(D, labels));
  }
  EXPECT_GT(best_cut, crossed * (1 + 1e-6));
  // ... and so is what the search finds, but by less than one in a thousand.
  const TreeCutFit fit = tree_cut(tree, {.clusters = 2});
  EXPECT_LE(fit.cost, best_cut * (1 + 1e-12));
  EXPECT_LT(fit.cost, crossed * 1.001);
}

TEST(TreeCut, BoundsHoldAndEqualThoseOfTheDenseMatrix) {
  for (int kind = 0; kind < 4; ++kind) {
    const Ultrametric tree = random_tree(60, kind, 77);
    const Matrix D = all_distances_in(tree),
                 H = Matrix::Identity(60, 60) - Matrix::Constant(60, 60, 1.0 / 60);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> dense(-0.5 * H * D * H);
    const CostBounds bounds = cost_bounds(tree, {}, 5);
    EXPECT_NEAR(bounds.whole, D.sum() / 60, 1e-10);
    double sum = 0;
    for (Index k = 2; k <= 5; ++k) {
      sum += dense.eigenvalues()[61 - k];
      EXPECT_NEAR(bounds.at(k), std::max(0.0, D.sum() / 60 - 2 * sum), 1e-4 * bounds.whole);
      EXPECT_LE(bounds.at(k), tree_cut(tree, {.clusters = k}).cost);
    }
  }
}

// A condensed tree hides branches; what they could add to the eigenvalues is added.
TEST(TreeCut, BoundsOfLargeTreesAreBelowTheTrueOnesButNear) {
  const Ultrametric tree = tree_of(blobs(30000, 2, 4, 78));
  ASSERT_GT(tree.nodes(), most_cut_nodes);
  const KernelPca pca = kernel_pca(TreeGram(std::make_shared<const Ultrametric>(tree)), 3);
  const CostBounds bounds = cost_bounds(tree, {}, 4);
  double sum = 0;
  for (Index k = 2; k <= 4; ++k) {
    sum += pca.values[k - 2];
    EXPECT_LE(bounds.at(k), bounds.whole - 2 * sum);
    EXPECT_GT(bounds.at(k), 0.99 * (bounds.whole - 2 * sum));
  }
}

TEST(TreeCut, WeightsCountAsCopies) {
  const Matrix X = blobs(40, 2, 3, 21);
  Matrix twice(60, 2);
  Vector weights = Vector::Ones(40);
  for (Index i = 0; i < 40; ++i) twice.row(i) = X.row(i);
  for (Index i = 0; i < 20; ++i) {
    twice.row(40 + i) = X.row(2 * i);
    weights[2 * i] = 2;
  }
  const TreeCutFit weighted = tree_cut(tree_of(X), {.clusters = 3, .weights = weights});
  const TreeCutFit copied = tree_cut(tree_of(twice), {.clusters = 3});
  EXPECT_NEAR(weighted.cost, copied.cost, 1e-9 * copied.cost);
}

TEST(TreeCut, ACondensedTreeKeepsCosts) {
  const Ultrametric tree = tree_of(blobs(3000, 2, 4, 22));
  const Vector weights = Vector::Ones(3000);
  const CondensedTree whole = whole_tree(tree, weights), top = condensed_tree(tree, weights, 400);
  EXPECT_EQ(whole.nodes(), 5999U);
  EXPECT_LT(top.nodes(), 900U);
  EXPECT_NEAR(TreeParts(whole).cost(), TreeParts(top).cost(), 1e-9 * TreeParts(whole).cost());
  EXPECT_NEAR(std::accumulate(top.own.begin(), top.own.end(), 0.0), 3000, 1e-9);
  TreeParts a(whole), b(top);
  a.cut_at(median_cuts(whole, 5));
  b.cut_at(median_cuts(top, 5));
  EXPECT_NEAR(a.cost(), b.cost(), 1e-9 * a.cost());
  const Labels of_whole = a.labels(), of_top = b.labels();
  for (std::size_t i = 0; i < 3000; ++i)
    for (std::size_t j = 0; j < 3000; j += 97)
      ASSERT_EQ(of_whole[static_cast<std::size_t>(whole.node_of[i])] ==
                    of_whole[static_cast<std::size_t>(whole.node_of[j])],
                of_top[static_cast<std::size_t>(top.node_of[i])] ==
                    of_top[static_cast<std::size_t>(top.node_of[j])]);
}

TEST(TreeCut, KMeansStepsOnACondensedTreeAreThoseOfTheWhole) {
  const Ultrametric tree = tree_of(blobs(2000, 2, 4, 23));
  const Vector weights = Vector::Ones(2000);
  const CondensedTree whole = whole_tree(tree, weights), top = condensed_tree(tree, weights, 300);
  TreeParts pieces(top);
  pieces.greedy(4);
  Labels of_top = pieces.labels(), of_whole(whole.nodes(), 0);
  for (std::size_t i = 0; i < 2000; ++i)
    of_whole[static_cast<std::size_t>(whole.node_of[i])] = of_top[static_cast<std::size_t>(top.node_of[i])];
  const double before = tree_lloyd(top, 4, of_top).cost, all = tree_lloyd(whole, 4, of_whole).cost;
  EXPECT_LE(all, before * (1 + 1e-12));
}

TEST(TreeCut, PartitionCostIgnoresNoise) {
  const Ultrametric tree = random_tree(30, 0, 5);
  Labels labels = random_labels(30, 3, 6);
  const Matrix D = all_distances_in(tree);
  EXPECT_NEAR(partition_cost(tree, Vector::Ones(30), labels, 3).cost(), pair_cost(D, labels), 1e-12);
  labels[4] = labels[9] = -1;
  std::vector<Index> rest;
  Labels of_rest;
  for (Index i = 0; i < 30; ++i)
    if (labels[static_cast<std::size_t>(i)] >= 0) {
      rest.push_back(i);
      of_rest.push_back(labels[static_cast<std::size_t>(i)]);
    }
  EXPECT_NEAR(partition_cost(tree, Vector::Ones(30), labels, 3).cost(), pair_cost(D(rest, rest), of_rest),
              1e-12);
}

TEST(TreeCut, PartitionCostIsTheMeanDistanceInEachCluster) {
  for (int kind = 0; kind < 4; ++kind) {
    const Ultrametric tree = random_tree(60, kind, 8);
    const Matrix D = all_distances_in(tree);
    Labels labels = random_labels(60, 5, 9);
    for (int& label : labels)
      if (label == 3) label = kind % 2 == 0 ? -1 : 4;  // cluster 3 is empty
    const Vector weights = Vector::LinSpaced(60, 1, 2);
    const PartitionCost cost = partition_cost(tree, weights, labels, 5);
    for (int k = 0; k < 5; ++k) {
      double mass = 0, sum = 0;
      for (Index i = 0; i < 60; ++i)
        for (Index j = 0; j < 60; ++j)
          if (labels[static_cast<std::size_t>(i)] == k && labels[static_cast<std::size_t>(j)] == k) {
            mass += i == j ? weights[i] : 0;
            sum += weights[i] * weights[j] * D(i, j);
          }
      EXPECT_NEAR(cost.mass[k], mass, 1e-12) << kind << " " << k;
      EXPECT_NEAR(cost.within[k], mass > 0 ? sum / (mass * mass) : 0, 1e-12 * tree.diameter())
          << kind << " " << k;
    }
  }
}

TEST(TreeCut, StrayPointsFollowTheCores) {
  // Two dense lines, and between them stray points nearer to the second one.
  Matrix X(45, 2);
  for (Index i = 0; i < 20; ++i) X.row(i) << 0.1 * static_cast<double>(i), 0;
  for (Index i = 0; i < 20; ++i) X.row(20 + i) << 0.1 * static_cast<double>(i), 5;
  for (Index i = 0; i < 5; ++i) X.row(40 + i) << 0.4 * static_cast<double>(i), 4.4;
  const auto spanning = spanning_tree(Data(X), {});
  Labels labels(45, 0);
  for (std::size_t i = 20; i < 40; ++i) labels[i] = 1;  // the stray ones with the wrong line
  EXPECT_TRUE(attach_to_cores(spanning.edges, true, labels));
  for (std::size_t i = 0; i < 45; ++i) EXPECT_EQ(labels[i], i < 20 ? 0 : 1) << i;
  // Clusters without a core worth the name are left alone, unless insisted on.
  Labels mixed(45, 0);
  for (std::size_t i = 0; i < 45; i += 2) mixed[i] = 1;
  const Labels before = mixed;
  EXPECT_FALSE(attach_to_cores(spanning.edges, true, mixed));
  EXPECT_EQ(mixed, before);
  EXPECT_TRUE(attach_to_cores(spanning.edges, false, mixed));
}

}  // namespace
}  // namespace mercer
