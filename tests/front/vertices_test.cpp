// Vertices of a graph under a diffusion kernel: the kernel matrix takes the place of the graph at every door.
#include "gram/diffusion.hpp"
#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

// Two dense groups of `size` vertices, a few edges between them.
SparseMatrix two_groups(Index size, std::uint64_t seed) {
  Random random(seed);
  const Index n = 2 * size;
  Matrix A = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j)
      if (random.uniform(0, 1) < (i / size == j / size ? 0.5 : 0.03)) A(i, j) = A(j, i) = 1;
  return A.sparseView();
}
Labels halves(Index size) {
  Labels labels(static_cast<std::size_t>(2 * size), 0);
  std::fill(labels.begin() + size, labels.end(), 1);
  return labels;
}

TEST(Vertices, AreClusteredAsUnderTheGivenMatrix) {
  const SparseMatrix graph = two_groups(20, 1);
  for (const auto form : {DiffusionForm::heat, DiffusionForm::regularized}) {
    const Diffusion kernel{.time = 0.2, .form = form};
    const Matrix K = diffusion_kernel(graph, kernel, nullptr);
    for (const Method& method : test::all_methods(2)) {
      const Result r = cluster(graph, {.clusters = 2, .method = method, .kernel = kernel});
      const Result given = cluster(K, {.clusters = 2, .method = method, .kernel = Precomputed{}});
      EXPECT_EQ(r.labels, given.labels) << format_choice(method);
      EXPECT_EQ(r.objective, given.objective) << format_choice(method);
      EXPECT_TRUE(std::holds_alternative<Diffusion>(r.model.kernel));
    }
    const Result r = cluster(graph, {.clusters = 2, .kernel = kernel});
    EXPECT_EQ(score(r.labels, halves(20)).accuracy, 1);
  }
}

TEST(Vertices, DenseAndSparseGraphsAreTheSame) {
  const SparseMatrix graph = two_groups(15, 2);
  const Options options{.clusters = 2, .kernel = Diffusion{.normalized = true}};
  EXPECT_EQ(cluster(graph, options).objective, cluster(Matrix(graph), options).objective);
}

TEST(Vertices, PassEveryDoor) {
  const SparseMatrix graph = two_groups(15, 3);
  Kernel kernel = Diffusion{.time = 0.3};
  const Matrix K = gram(graph, kernel);
  EXPECT_TRUE(K.isApprox(diffusion_kernel(graph, {.time = 0.3}, nullptr), 1e-15));
  EXPECT_EQ(silhouette(graph, kernel, halves(15)), silhouette(K, Precomputed{}, halves(15)));
  EXPECT_EQ(suggest_clusters(graph, {.most = 4, .kernel = kernel}).clusters,
            suggest_clusters(K, {.most = 4, .kernel = Precomputed{}}).clusters);
  EXPECT_TRUE(
      embed(graph, {.kernel = kernel}).coordinates.isApprox(embed(K, {.kernel = Precomputed{}}).coordinates));
  EXPECT_GT(plan(graph, {.clusters = 2, .kernel = kernel}).bytes, 8 * 30 * 30U);
  EXPECT_GT(pass_seconds(graph, {.clusters = 2, .kernel = kernel}), 0);
}

TEST(Vertices, OfAModelAreThoseOfItsGraph) {
  const test::TemporaryFolder folder;
  const SparseMatrix graph = two_groups(10, 4);
  cluster(graph, {.clusters = 2, .kernel = Diffusion{}}).model.save(folder.file("m"));
  const Model model = Model::load(folder.file("m"));
  test::expect_error(Fault::usage, {"diffusion", "fit the whole graph"}, [&] { model.predict(graph); });
  const auto embedded = embed(graph, {.kernel = Diffusion{}}).model;
  test::expect_error(Fault::usage, {"diffusion", "no values for new points"},
                     [&] { embedded.transform(graph); });
}

TEST(Vertices, RefuseWhatIsNoGraph) {
  const auto refuse = [](const Data& data, const Options& options, Fault fault, const char* words) {
    test::expect_error(fault, {words}, [&] { cluster(data, options); });
  };
  const SparseMatrix graph = two_groups(10, 5);
  const Options good{.clusters = 2, .kernel = Diffusion{}};
  Matrix A = graph;
  A(3, 1) = A(1, 3) = -2;
  refuse(A, good, Fault::data, "between vertices 2 and 4 is -2");
  A(1, 3) = 1;
  refuse(A, good, Fault::data, "adjacency matrix is not symmetric");
  refuse(Matrix(Matrix::Zero(3, 4)), good, Fault::data, "must be square");
  refuse(graph, {.clusters = 2, .kernel = Diffusion{.time = -1}}, Fault::usage, "time = -1");
  refuse(graph, {.clusters = 2, .kernel = Diffusion{.time = 1e14}}, Fault::usage, "time = 1e+14");
  refuse(graph, {.clusters = 2, .kernel = Diffusion{}, .memory = 1000}, Fault::memory, "20 vertices");
  refuse(graph, {.clusters = 99, .kernel = Diffusion{}}, Fault::usage, "clusters = 99 exceeds 20 points");
  refuse(graph, {.method = Hdbscan{}, .kernel = Diffusion{}}, Fault::usage, "diffusion");
}

}  // namespace
}  // namespace mercer
