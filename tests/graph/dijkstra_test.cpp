#include "graph/dijkstra.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/random.hpp"
#include "graph/components.hpp"
#include "graph/path_batch.hpp"

namespace mercer {
namespace {

// A random symmetric graph; some edges have length zero.
SparseMatrix random_graph(Index n, double density, std::uint64_t seed) {
  Random random(seed);
  std::vector<Eigen::Triplet<double>> edges;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      if (random.uniform() >= density) continue;
      const double length = random.uniform() < 0.1 ? 0 : random.uniform(0.1, 2);
      edges.emplace_back(i, j, length);
      edges.emplace_back(j, i, length);
    }
  SparseMatrix graph(n, n);
  graph.setFromTriplets(edges.begin(), edges.end());
  return graph;
}

// Floyd and Warshall: every vertex in turn may lie on the way.
Matrix by_relaxation(const SparseMatrix& graph) {
  const Index n = graph.rows();
  Matrix D = Matrix::Constant(n, n, std::numeric_limits<double>::infinity());
  for (Index i = 0; i < n; ++i) {
    D(i, i) = 0;
    for (SparseMatrix::InnerIterator edge(graph, i); edge; ++edge) D(i, edge.col()) = edge.value();
  }
  for (Index m = 0; m < n; ++m)
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) D(i, j) = std::min(D(i, j), D(i, m) + D(m, j));
  return D;
}

TEST(Dijkstra, EqualsRelaxationOnRandomGraphs) {
  for (const double density : {0.02, 0.06, 0.3})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const SparseMatrix graph = random_graph(60, density, seed);
      const Matrix expected = by_relaxation(graph);
      Dijkstra paths(graph);
      for (Index i = 0; i < graph.rows(); ++i) {
        const auto& distances = paths.from(i);
        for (Index j = 0; j < graph.rows(); ++j) {
          const double found = distances[static_cast<std::size_t>(j)];
          if (std::isinf(expected(i, j)))
            EXPECT_TRUE(std::isinf(found));
          else
            EXPECT_NEAR(found, expected(i, j), 1e-13);
        }
      }
    }
}

TEST(PathBatch, EqualsSingleSearchesBitForBit) {
  for (const double density : {0.02, 0.06, 0.3}) {
    const SparseMatrix graph = random_graph(61, density, 4);
    const WalkedGraph walked = walk(graph);
    Dijkstra paths(walked.graph);
    PathBatch batch(walked.graph);
    for (int first = 0; first < 61; first += PathBatch::lanes) {
      const int count = std::min(PathBatch::lanes, 61 - first);
      const auto& together = batch.from(first, count);
      for (int l = 0; l < count; ++l) {
        const auto& alone = paths.from(first + l);
        for (std::size_t v = 0; v < alone.size(); ++v)
          EXPECT_EQ(together[v][static_cast<std::size_t>(l)], alone[v]);
      }
    }
  }
}

TEST(PathBatch, WalksAllVerticesOnce) {
  const SparseMatrix graph = random_graph(40, 0.03, 5);
  const WalkedGraph walked = walk(graph);
  std::vector<int> sorted = walked.order;
  std::sort(sorted.begin(), sorted.end());
  for (int v = 0; v < 40; ++v) EXPECT_EQ(sorted[static_cast<std::size_t>(v)], v);
  for (Index i = 0; i < 40; ++i)
    for (Index j = 0; j < 40; ++j)
      EXPECT_EQ(walked.graph.coeff(i, j), graph.coeff(walked.order[static_cast<std::size_t>(i)],
                                                      walked.order[static_cast<std::size_t>(j)]));
}

TEST(Dijkstra, EntersWhereItIsNearest) {
  const SparseMatrix graph = random_graph(50, 0.1, 9);
  const Matrix D = by_relaxation(graph);
  const std::vector<Entrance> entrances{{3, 0.7}, {11, 0.2}, {40, 0.0}};
  Dijkstra paths(graph);
  const auto& distances = paths.from(entrances);
  for (Index j = 0; j < graph.rows(); ++j) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& e : entrances) least = std::min(least, e.distance + D(e.vertex, j));
    if (std::isinf(least))
      EXPECT_TRUE(std::isinf(distances[static_cast<std::size_t>(j)]));
    else
      EXPECT_NEAR(distances[static_cast<std::size_t>(j)], least, 1e-13);
  }
}

// A path 0 - 1 - 2, a pair 3 - 4, and 5 alone.
SparseMatrix three_parts() {
  SparseMatrix graph(6, 6);
  std::vector<Eigen::Triplet<double>> edges;
  for (const auto& [a, b] : {std::pair(0, 1), std::pair(1, 2), std::pair(3, 4)}) {
    edges.emplace_back(a, b, 1.0);
    edges.emplace_back(b, a, 1.0);
  }
  graph.setFromTriplets(edges.begin(), edges.end());
  return graph;
}

// Points on a line: their distances are differences of positions.
ShortestWayOut on_a_line(const std::vector<double>& at) {
  return [at](const Components& components, int component) {
    std::optional<Bridge> best;
    for (int i = 0; i < static_cast<int>(at.size()); ++i)
      for (int j = 0; j < static_cast<int>(at.size()); ++j) {
        const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
        if (components.of[a] != component || components.of[b] == component) continue;
        const Bridge bridge{std::abs(at[a] - at[b]), i, j};
        if (!best || bridge < *best) best = bridge;
      }
    return best;
  };
}

TEST(Components, AreNumberedByTheirFirstVertices) {
  const Components found = components_of(three_parts());
  EXPECT_EQ(found.count, 3);
  EXPECT_EQ(found.of, (Labels{0, 0, 0, 1, 1, 2}));
}

TEST(Components, SmallOnesAreJoinedAndLargeOnesStayApart) {
  Components parts = components_of(three_parts());
  // ceil(6 / 4) = 2 points are enough: only the single point 5 is joined, to its nearest point 4.
  const auto bridges = join_components(parts, 2, on_a_line({0, 1, 2, 10, 11, 14}));
  ASSERT_EQ(bridges.size(), 1U);
  EXPECT_EQ(bridges[0].from, 5);
  EXPECT_EQ(bridges[0].to, 4);
  EXPECT_EQ(bridges[0].length, 3);
  EXPECT_EQ(parts.count, 2);
  EXPECT_EQ(parts.of, (Labels{0, 0, 0, 1, 1, 1}));
}

TEST(Components, MoreThanClustersAreJoinedWhereTheyAreNearest) {
  SparseMatrix graph(6, 6);
  std::vector<Eigen::Triplet<double>> edges;
  for (const auto& [a, b] : {std::pair(0, 1), std::pair(2, 3), std::pair(4, 5)}) {
    edges.emplace_back(a, b, 1.0);
    edges.emplace_back(b, a, 1.0);
  }
  graph.setFromTriplets(edges.begin(), edges.end());
  Components parts = components_of(graph);
  const auto bridges = join_components(parts, 2, on_a_line({0, 1, 9, 10, 12, 13}));
  ASSERT_EQ(bridges.size(), 1U);
  EXPECT_EQ(bridges[0].length, 2);
  EXPECT_EQ(parts.of, (Labels{0, 0, 1, 1, 1, 1}));
  const SparseMatrix joined = with_bridges(graph, bridges);
  EXPECT_EQ(joined.nonZeros(), graph.nonZeros() + 2);
  EXPECT_EQ(joined.coeff(3, 4), 2);
  EXPECT_EQ(joined.coeff(4, 3), 2);
}

TEST(Components, StayApartWhereNoDistanceIsKnown) {
  Components parts = components_of(three_parts());
  const auto none = [](const Components&, int) { return std::optional<Bridge>(); };
  EXPECT_TRUE(join_components(parts, 1, none).empty());
  EXPECT_EQ(parts.count, 3);
}

}  // namespace
}  // namespace mercer
