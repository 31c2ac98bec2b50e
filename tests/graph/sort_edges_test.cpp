#include "graph/sort_edges.hpp"

#include <functional>
#include <limits>

#include "core/parallel.hpp"
#include "support.hpp"

namespace mercer {
namespace {

std::vector<Edge> edges_of(Index count, const std::function<double(Random&)>& weight) {
  Random random(4);
  std::vector<Edge> edges;
  for (Index i = 0; i < count; ++i)
    edges.push_back({static_cast<int>(random.below(1000)), static_cast<int>(i), weight(random)});
  return edges;
}

void expect_in_order(const std::vector<Edge>& edges) {
  std::vector<Edge> expected = edges;
  std::sort(expected.begin(), expected.end());
  for (const int threads : {1, 3}) {
    const ThreadScope scope(threads);
    std::vector<Edge> sorted = edges;
    sort_edges(sorted);
    ASSERT_EQ(sorted.size(), expected.size());
    for (std::size_t e = 0; e < sorted.size(); ++e) {
      ASSERT_EQ(sorted[e].weight, expected[e].weight) << e;
      ASSERT_EQ(sorted[e].b, expected[e].b) << e;
    }
  }
}

TEST(SortEdges, AsSortedByTheirOrder) {
  for (const Index count : {0, 1, 2, 1000, (1 << 14) - 1, 1 << 14, 50001})
    expect_in_order(edges_of(count, [](Random& random) { return random.uniform(); }));
}

TEST(SortEdges, ManyAreEquallyHeavy) {
  expect_in_order(edges_of(40000, [](Random& random) { return static_cast<double>(random.below(7)); }));
  expect_in_order(edges_of(40000, [](Random&) { return 2.5; }));
  expect_in_order(edges_of(40000, [](Random& random) { return random.below(2) == 0 ? 0.0 : -0.0; }));
}

TEST(SortEdges, OneFarAwayLeavesTheOthersInOrder) {
  for (const double far : {1e300, -1e300, std::numeric_limits<double>::infinity(), 5e-324}) {
    std::vector<Edge> edges = edges_of(30000, [](Random& random) { return 1 + 1e-13 * random.uniform(); });
    edges[77].weight = far;
    expect_in_order(edges);
  }
}

TEST(SortEdges, NegativeWeightsComeFirst) {
  expect_in_order(edges_of(30000, [](Random& random) { return random.uniform() - 0.5; }));
}

}  // namespace
}  // namespace mercer
