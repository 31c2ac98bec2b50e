// Agglomeration on the kernel graph, against all pairs compared at every step.
#include "beyond/graph_linkage.hpp"

#include <numeric>

#include "graph/kernel_graph.hpp"
#include "graph/spanning_tree.hpp"
#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::expect_error;

// A_ij straight from the definition.
Matrix graph_by_definition(const Matrix& X, Index k) {
  const Index n = X.rows();
  Matrix D(n, n), A = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) D(i, j) = (X.row(i) - X.row(j)).norm();
  std::vector<std::vector<Index>> near(static_cast<std::size_t>(n));
  Vector s(n);
  for (Index i = 0; i < n; ++i) {
    auto& row = near[static_cast<std::size_t>(i)];
    for (Index j = 0; j < n; ++j)
      if (j != i) row.push_back(j);
    std::stable_sort(row.begin(), row.end(), [&](Index a, Index b) { return D(i, a) < D(i, b); });
    s[i] = D(i, row[6]);
  }
  const auto join = [&](Index i, Index j) {
    A(i, j) = A(j, i) = std::max(1e-8, std::exp(-D(i, j) * D(i, j) / (s[i] * s[j])));
  };
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < k; ++c) join(i, near[static_cast<std::size_t>(i)][static_cast<std::size_t>(c)]);
  for (const Edge& e : spanning_tree(X, {}).edges) join(e.a, e.b);
  return A;
}

Labels joined_by_definition(const Matrix& A, Labels labels, Index clusters, GraphSimilarity linkage) {
  const Index n = A.rows();
  const auto distinct = [&] { return std::set<int>(labels.begin(), labels.end()); };
  while (static_cast<Index>(distinct().size()) > clusters) {
    double best = -1;
    std::pair<int, int> pair;
    for (const int a : distinct())
      for (const int b : distinct()) {
        if (a >= b) continue;
        double w = 0, of_a = 0, of_b = 0, size_a = 0, size_b = 0;
        for (Index i = 0; i < n; ++i) {
          const int l = labels[static_cast<std::size_t>(i)];
          if (l == a) of_a += A.row(i).sum(), ++size_a;
          if (l == b) of_b += A.row(i).sum(), ++size_b;
          for (Index j = 0; j < n && l == a; ++j)
            if (labels[static_cast<std::size_t>(j)] == b) w += A(i, j);
        }
        const double by = linkage == GraphSimilarity::average  ? size_a * size_b
                          : linkage == GraphSimilarity::volume ? of_a * of_b
                                                               : std::sqrt(of_a * of_b);
        if (w / by > best) best = w / by, pair = {a, b};
      }
    for (int& l : labels)
      if (l == pair.second) l = pair.first;
  }
  return labels;
}

TEST(GraphLinkage, TheGraphIsThatOfTheDefinition) {
  const Matrix X = test::blobs(50, 2, 3, 1);
  const Neighbors near = nearest_neighbors(X, 10);
  const auto tree = spanning_tree(X, {}).edges;
  for (const Index k : {1, 3, 10}) {
    const SparseMatrix A = kernel_graph(near, k, tree);
    EXPECT_NEAR((Matrix(A) - graph_by_definition(X, k)).cwiseAbs().maxCoeff(), 0, 1e-12) << k;
    EXPECT_EQ(Matrix(A).diagonal().norm(), 0);
  }
}

TEST(GraphLinkage, EqualsAllPairsCompared) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Matrix X = test::blobs(45, 2, 3, seed, 3);
    const Neighbors near = nearest_neighbors(X, 7);
    const SparseMatrix A = kernel_graph(near, 5, spanning_tree(X, {}).edges);
    Labels singles(45);
    std::iota(singles.begin(), singles.end(), 0);
    for (const auto linkage :
         {GraphSimilarity::average, GraphSimilarity::volume, GraphSimilarity::root_volume})
      for (const Labels& start : {nearest_neighbor_groups(near), singles})
        for (const Index k : {2, 4}) {
          const Labels found = agglomerate(A, start, k, linkage);
          EXPECT_EQ(score(found, joined_by_definition(Matrix(A), start, k, linkage)).ari, 1)
              << seed << " " << static_cast<int>(linkage) << " " << k;
        }
  }
}

TEST(GraphLinkage, GroupsAreThoseOfNearestNeighbours) {
  Matrix X(7, 1);
  X << 0, 1, 2.5, 10, 11, 30, 12.2;
  EXPECT_EQ(nearest_neighbor_groups(nearest_neighbors(X, 1)), (Labels{0, 0, 0, 1, 1, 1, 1}));
}

TEST(GraphLinkage, FindsMoonsAndModelsVote) {
  const Generated moons = generate("two-moons");
  const Data data(moons.points);
  const Result r = cluster(data, {.clusters = 2, .method = GraphLinkage{}});
  EXPECT_EQ(score(r.labels, moons.labels).accuracy, 1);
  const test::TemporaryFolder folder;
  r.model.save(folder.file("m"));
  const Model m = Model::load(folder.file("m"));
  EXPECT_EQ(m.predict(data), r.labels);
  GenerateOptions fresh;
  fresh.seed = 9;
  const Generated others = generate("two-moons", fresh);
  EXPECT_GT(score(m.predict(Data(others.points)), others.labels).accuracy, 0.97);
  EXPECT_EQ(cluster(data, {.clusters = 2, .method = GraphLinkage{}, .threads = 1}).labels, r.labels);
}

TEST(GraphLinkage, RefusesWhatMakesNoSense) {
  const Data data(test::blobs(20, 2, 2, 1));
  const auto run = [&](Options o) { return [=] { return cluster(data, o).labels; }; };
  expect_error(Fault::usage, {"neighbors = 0"}, run({.clusters = 2, .method = GraphLinkage{.neighbors = 0}}));
  // No point has more neighbours than there are others.
  EXPECT_EQ(run({.clusters = 2, .method = GraphLinkage{.neighbors = 20}})(),
            run({.clusters = 2, .method = GraphLinkage{.neighbors = 19}})());
  expect_error(Fault::usage, {"kernel"},
               run({.clusters = 2, .method = GraphLinkage{}, .kernel = Gaussian{}}));
  // More clusters than groups of neighbours: points join one by one.
  EXPECT_EQ(cluster(data, {.clusters = 19, .method = GraphLinkage{}}).model.clusters(), 19);
}

}  // namespace
}  // namespace mercer
