#include "graph/spanning_tree.hpp"

#include "core/parallel.hpp"
#include "trees.hpp"

namespace mercer {
namespace {

using test::blobs;
using test::mutual_reachability;
using test::pair_distances;

// Kruskal over all pairs; ties by shorter distance, then by the lower ends.
std::vector<Edge> reference_tree(const Matrix& D, Index min_points) {
  struct Pair {
    double weight, distance;
    std::uint64_t key;
    int a, b;
    bool operator<(const Pair& other) const {
      return std::tie(weight, distance, key) < std::tie(other.weight, other.distance, other.key);
    }
  };
  const Matrix R = mutual_reachability(D, min_points);
  std::vector<Pair> pairs;
  for (int i = 0; i < D.rows(); ++i)
    for (int j = i + 1; j < D.rows(); ++j) pairs.push_back({R(i, j), D(i, j), ends_key(i, j), i, j});
  std::sort(pairs.begin(), pairs.end());
  DisjointSets sets(D.rows());
  std::vector<Edge> edges;
  for (const Pair& pair : pairs) {
    const int a = sets.find(pair.a), b = sets.find(pair.b);
    if (a == b) continue;
    sets.attach(b, a);
    edges.push_back({pair.a, pair.b, pair.weight});
  }
  return edges;
}

double total(const std::vector<Edge>& edges) {
  double sum = 0;
  for (const Edge& edge : edges) sum += edge.weight;
  return sum;
}

void expect_same_ends(const std::vector<Edge>& a, const std::vector<Edge>& b) {
  ASSERT_EQ(a.size(), b.size());
  std::vector<std::uint64_t> x, y;
  for (const Edge& edge : a) x.push_back(ends_key(edge.a, edge.b));
  for (const Edge& edge : b) y.push_back(ends_key(edge.a, edge.b));
  std::sort(x.begin(), x.end());
  std::sort(y.begin(), y.end());
  EXPECT_EQ(x, y);
}

const std::vector<PathMetric> metrics = {PathMetric::euclidean, PathMetric::cosine, PathMetric::manhattan,
                                         PathMetric::chebyshev};

TEST(SpanningTree, EqualsAllPairsInEveryMetricAndDimension) {
  for (const Index d : {1, 2, 3, 4, 5, 7, 8, 12, 30})
    for (const PathMetric metric : metrics)
      for (const int min_points : {1, 2, 5}) {
        Matrix X = blobs(150, d, 3, static_cast<std::uint64_t>(10 * d + min_points));
        if (metric == PathMetric::cosine) X.array() += 20;  // no two directions opposite
        const auto tree = spanning_tree(Data(X), {.min_points = min_points, .metric = metric});
        const auto reference = reference_tree(pair_distances(X, metric), min_points);
        EXPECT_NEAR(total(tree.edges), total(reference), 1e-9 * std::abs(total(reference)) + 1e-12)
            << d << " " << grammar::format(metric) << " " << min_points;
        EXPECT_TRUE(std::is_sorted(tree.edges.begin(), tree.edges.end()));
        if (metric == PathMetric::euclidean || metric == PathMetric::manhattan)
          expect_same_ends(tree.edges, reference);
      }
}

TEST(SpanningTree, IsUniqueAmongTies) {  // points of a grid: most distances are equal
  for (const Index d : {2, 3, 10}) {
    Random random(3);
    Matrix X(200, d);
    for (Index i = 0; i < X.size(); ++i) X.data()[i] = static_cast<double>(random.below(60));
    for (const int min_points : {1, 4})
      expect_same_ends(
          spanning_tree(Data(X), {.min_points = min_points, .metric = PathMetric::manhattan}).edges,
          reference_tree(pair_distances(X, PathMetric::manhattan), min_points));
  }
}

TEST(SpanningTree, IsUniqueAmongTiesInAList) {  // several neighbours of a point are equally near
  for (const Index d : {2, 4, 9}) {
    Random random(6);
    Matrix X(600, d);
    for (Index i = 0; i < X.size(); ++i) X.data()[i] = static_cast<double>(random.below(d == 2 ? 300 : 12));
    for (const PathMetric metric : {PathMetric::euclidean, PathMetric::chebyshev})
      expect_same_ends(spanning_tree(Data(X), {.metric = metric}).edges,
                       reference_tree(pair_distances(X, metric), 1));
  }
}

TEST(SpanningTree, GrowingGapsAreJoinedInOneRound) {  // each component leads to the one before it
  constexpr Index n = 100000;
  Matrix X(n, 1);
  for (Index i = 0; i < n; ++i) X(i, 0) = static_cast<double>(i) * static_cast<double>(i);
  const auto tree = spanning_tree(Data(X), {});
  ASSERT_EQ(std::ssize(tree.edges), n - 1);
  for (Index e = 0; e < n - 1; ++e) {
    const Edge& edge = tree.edges[static_cast<std::size_t>(e)];
    ASSERT_EQ(std::minmax(edge.a, edge.b), std::minmax(static_cast<int>(e), static_cast<int>(e) + 1));
  }
}

TEST(SpanningTree, CopiesOfPointsAreJoinedAtZero) {
  Random random(5);
  Matrix X(5000, 2);  // 25 places, 200 copies of each
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = static_cast<double>(random.below(5));
  const auto tree = spanning_tree(Data(X), {});
  EXPECT_EQ(tree.edges.size(), 4999U);
  EXPECT_DOUBLE_EQ(total(tree.edges), 24);
  EXPECT_EQ(std::count_if(tree.edges.begin(), tree.edges.end(), [](const Edge& e) { return e.weight == 0; }),
            4975);
  const Matrix same = Matrix::Constant(1000, 3, 7.0);
  EXPECT_EQ(total(spanning_tree(Data(same), {.min_points = 4}).edges), 0);
}

TEST(SpanningTree, SameBitsAtAnyNumberOfThreads) {
  for (const auto& [n, d, min_points] :
       {std::tuple{30000, 2, 1}, {30000, 2, 5}, {4000, 12, 1}, {4000, 12, 5}}) {
    const Matrix X = blobs(n, d, 5, 8);
    std::vector<std::vector<Edge>> trees;
    for (const int threads : {1, 2, 3}) {
      const ThreadScope scope(threads);
      trees.push_back(spanning_tree(Data(X), {.min_points = min_points}).edges);
    }
    for (std::size_t e = 0; e < trees[0].size(); ++e)
      for (const auto& other : trees) {
        ASSERT_EQ(ends_key(trees[0][e].a, trees[0][e].b), ends_key(other[e].a, other[e].b));
        ASSERT_EQ(trees[0][e].weight, other[e].weight);
      }
  }
}

TEST(SpanningTree, BoxesAndAllPairsAgree) {  // all pairs of sparse points are compared
  for (const Index d : {3, 12}) {
    const Matrix X = blobs(2000, d, 4, 9);
    const Data sparse(SparseMatrix(X.sparseView()));
    ASSERT_TRUE(by_boxes(Data(X), PathMetric::euclidean));
    ASSERT_FALSE(by_boxes(sparse, PathMetric::euclidean));
    for (const int min_points : {1, 5})
      expect_same_ends(spanning_tree(Data(X), {.min_points = min_points}).edges,
                       spanning_tree(sparse, {.min_points = min_points}).edges);
  }
}

TEST(SpanningTree, OneFarPointDoesNotBlurTheOthers) {  // they are one point in single precision
  for (const Index d : {2, 9}) {
    Matrix X = blobs(3000, d, 4, 9);
    const auto without = spanning_tree(Data(X), {}).edges;
    X.conservativeResize(3001, d);
    X.row(3000).setConstant(1e9);
    auto with = spanning_tree(Data(X), {}).edges;
    ASSERT_GT(with.back().weight, 1e8);
    with.pop_back();
    expect_same_ends(with, without);
  }
}

TEST(SpanningTree, FloatAndSparsePoints) {
  const Matrix X = blobs(300, 4, 3, 10).array().round();
  const auto reference = reference_tree(pair_distances(X, PathMetric::euclidean), 1);
  const double expected = total(reference);
  EXPECT_NEAR(total(spanning_tree(Data(MatrixOf<float>(X.cast<float>())), {}).edges), expected, 1e-9);
  EXPECT_NEAR(total(spanning_tree(Data(SparseMatrix(X.sparseView())), {}).edges), expected, 1e-9);
}

TEST(SpanningTree, GivenDistancesAndGraphs) {
  const Matrix X = blobs(120, 2, 3, 11);
  const Matrix D = pair_distances(X, PathMetric::euclidean);
  for (const int min_points : {1, 5}) {
    const double expected = total(reference_tree(D, min_points));
    const Connectivity given{.min_points = min_points, .metric = PathMetric::precomputed};
    EXPECT_NEAR(total(spanning_tree(Data(D), given).edges), expected, 1e-9);
    Matrix some = D;  // all edges that matter are among the shorter half
    for (Index i = 0; i < some.size(); ++i)
      if (some.data()[i] > 6) some.data()[i] = 0;
    EXPECT_NEAR(total(spanning_tree(Data(SparseMatrix(some.sparseView())), given).edges), expected, 1e-9);
  }
}

TEST(SpanningTree, AGraphInPartsIsNamedOrJoined) {
  SparseMatrix graph(6, 6);
  const auto edge = [&](Index i, Index j, double length) {
    graph.insert(i, j) = length;
    graph.insert(j, i) = length;
  };
  edge(0, 1, 1);
  edge(1, 2, 3);
  edge(3, 4, 2);
  Connectivity paths{.metric = PathMetric::precomputed};
  try {
    spanning_tree(Data(graph), paths);
    FAIL() << "parts went unnoticed";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("3 parts"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("join"), std::string::npos) << error.what();
  }
  paths.join = true;
  const auto joined = spanning_tree(Data(graph), paths);
  ASSERT_EQ(joined.edges.size(), 5U);
  EXPECT_EQ(joined.edges[3].weight, 6);
  EXPECT_EQ(joined.edges[4].weight, 6);
}

TEST(SpanningTree, AStopLeavesNothing) {
  Control control;
  control.stop = true;
  EXPECT_TRUE(spanning_tree(Data(blobs(100, 2, 2, 1)), {}, &control).edges.empty());
  EXPECT_TRUE(spanning_tree(Data(blobs(100, 12, 2, 1)), {}, &control).edges.empty());
}

}  // namespace
}  // namespace mercer
