// A given graph: lengths by the definition, one piece, nearest vertices.
#include "graph/given_graph.hpp"

#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

SparseMatrix random_weights(int n, double density, std::uint64_t seed) {
  Random random(seed);
  std::vector<Eigen::Triplet<double, int>> edges;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (random.uniform() < density) {
        const double weight = 0.1 + random.uniform();
        edges.emplace_back(i, j, weight);
        edges.emplace_back(j, i, weight);
      }
  for (int i = 0; i < n; i += 3) edges.emplace_back(i, i, 2.0);  // the diagonal does not count
  SparseMatrix A(n, n);
  A.setFromTriplets(edges.begin(), edges.end());
  return A;
}

Matrix lengths_by_definition(const Matrix& graph) {
  Matrix A = graph;
  A.diagonal().setZero();
  Matrix R = A;
  for (Index i = 0; i < A.rows(); ++i) R(i, i) = A.row(i).maxCoeff();
  Matrix D(A.rows(), A.cols());
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j < A.cols(); ++j)
      D(i, j) = A(i, j) > 0 ? 1 - R.row(i).dot(R.row(j)) / (R.row(i).norm() * R.row(j).norm())
                            : std::numeric_limits<double>::infinity();
  return D;
}

TEST(GivenGraph, LengthsAreThoseOfTheDefinition) {
  const SparseMatrix A = random_weights(40, 0.3, 1);
  const Matrix D = lengths_by_definition(Matrix(A));
  const GivenGraph graph = given_graph(A);
  ASSERT_EQ(graph.tree.size(), 39U);
  for (const Edge& e : graph.tree) EXPECT_NEAR(e.weight, D(e.a, e.b), 1e-12);
  for (Index i = 0; i < 40; ++i) {
    EXPECT_NEAR(graph.nearest.distances(i, 0), D.row(i).minCoeff(), 1e-12);
    EXPECT_NEAR(D(i, graph.nearest.indices(i, 0)), D.row(i).minCoeff(), 1e-12);
  }
  // The weights are those that were given, but for the diagonal.
  Matrix expected(A);
  expected.diagonal().setZero();
  EXPECT_EQ((Matrix(graph.weights) - expected).norm(), 0.0);
}

TEST(GivenGraph, PiecesAreJoinedByNextToNothing) {
  SparseMatrix A(7, 7);
  for (const auto& [a, b] : {std::pair{0, 1}, {1, 2}, {3, 4}, {4, 5}}) A.insert(a, b) = A.insert(b, a) = 2;
  A.makeCompressed();
  const GivenGraph graph = given_graph(A);
  EXPECT_EQ(graph.tree.size(), 6U);
  EXPECT_NEAR(graph.weights.sum() - A.sum(), 4 * 2e-8, 1e-12);  // two edges more, each way
  EXPECT_EQ(graph.nearest.indices(6, 0), 6);                    // it has no edge
  test::expect_error(Fault::data, {"no edges"}, [] { given_graph(SparseMatrix(3, 3)); });
}

// A bridge between two cliques is the longest edge, however heavy.
TEST(GivenGraph, ABridgeIsLong) {
  SparseMatrix A(10, 10);
  for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 10; ++j)
      if (i != j && i / 5 == j / 5) A.insert(i, j) = 1;
  A.insert(0, 5) = A.insert(5, 0) = 1;
  A.makeCompressed();
  const Edge last = given_graph(A).tree.back();
  EXPECT_EQ(std::pair(last.a, last.b), std::pair(0, 5));
}

}  // namespace
}  // namespace mercer
