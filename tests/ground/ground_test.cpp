#include "ground/ground.hpp"

#include <numeric>

#include "ground/foot.hpp"
#include "support.hpp"

namespace mercer {
namespace {

constexpr std::uint64_t plenty = 1'000'000'000;

Matrix values_of(const Gram& gram) {
  std::vector<Index> all(static_cast<std::size_t>(gram.size()));
  std::iota(all.begin(), all.end(), Index{0});
  Matrix K;
  gram.columns(all, K);
  return K;
}

SparseMatrix triangle_with_a_tail() {
  std::vector<Eigen::Triplet<double>> edges;
  for (const auto& [a, b] : {std::pair(0, 1), std::pair(1, 2), std::pair(0, 2), std::pair(2, 3)}) {
    edges.emplace_back(a, b, 1.0);
    edges.emplace_back(b, a, 1.0);
  }
  SparseMatrix graph(4, 4);
  graph.setFromTriplets(edges.begin(), edges.end());
  return graph;
}

TEST(Ground, every_rung_gives_the_values_of_the_kernel) {
  const Matrix X = test::blobs(40, 3, 3, 7);
  for (const Kernel& kernel : test::point_kernels()) {
    const Matrix K = test::reference_gram(X, kernel);
    for (const Storage storage : {Storage::tiled, Storage::stored}) {
      const Ground ground = climb(X, kernel, {.storage = storage, .use = Use::values});
      EXPECT_LT((values_of(*ground.gram) - K).cwiseAbs().maxCoeff(), 1e-9 * K.cwiseAbs().maxCoeff())
          << format_choice(kernel);
    }
    Kernel same = kernel;
    EXPECT_LT((gram(X, same) - K).cwiseAbs().maxCoeff(), 1e-9 * K.cwiseAbs().maxCoeff());
    const Ground given = climb(K, Precomputed{}, {.storage = Storage::given});
    EXPECT_EQ(values_of(*given.gram), K);
  }
}

TEST(Ground, vectors_and_features_need_no_gram) {
  const Matrix X = test::blobs(30, 2, 2, 3);
  EXPECT_FALSE(climb(X, NoKernel{}, {.storage = Storage::vectors}).gram);
  const Ground ground =
      climb(X, Gaussian{.sigma = 2.0}, {.storage = Storage::features, .approx = Nystrom{.landmarks = 30}});
  ASSERT_TRUE(ground.embedded);
  EXPECT_FALSE(ground.gram);
  EXPECT_LT(ground.embedded->residual.cwiseAbs().maxCoeff(), 1e-8);  // every point is a landmark
}

TEST(Ground, an_approximation_without_features_is_an_error) {
  EXPECT_THROW(climb(test::blobs(9, 2, 2, 3), Gaussian{.sigma = 2.0},
                     {.storage = Storage::features, .approx = MiniBatch{}}),
               Error);
}

TEST(Foot, the_matrix_of_the_vertices_takes_the_place_of_their_graph) {
  const Data graph(triangle_with_a_tail());
  Kernel kernel = Diffusion{.time = 0.5};
  const Foot foot = foot_of(graph, kernel, plenty, nullptr);
  EXPECT_TRUE(is_precomputed(foot.kernel));
  EXPECT_FALSE(is_replaced(foot.kernel));
  EXPECT_EQ(foot.data.dense(), gram(graph, kernel));
  EXPECT_TRUE(is_replaced(kernel));  // the kernel of the user is left alone
  const Shape planned = shape_at_foot(shape_of(graph), kernel), made = shape_of(foot.data);
  EXPECT_EQ(planned.points, made.points);
  EXPECT_EQ(planned.columns, made.columns);
  EXPECT_EQ(planned.sparse, made.sparse);
  EXPECT_GT(foot_bytes(shape_of(graph), kernel, plenty), 4 * 4 * 8);
  EXPECT_THROW(foot_of(graph, kernel, 100, nullptr), Error);
}

TEST(Foot, all_other_data_stay_as_they_are) {
  const Data points(test::blobs(8, 2, 2, 1));
  const Foot foot = foot_of(points, Gaussian{.sigma = 1.0}, 0, nullptr);
  EXPECT_EQ(foot.data.dense(), points.dense());
  EXPECT_EQ(format_choice(foot.kernel), "gaussian:sigma=1");
  EXPECT_EQ(foot_bytes(shape_of(points), foot.kernel, 0), 0);
}

TEST(Foot, nobody_climbs_past_it) {
  EXPECT_THROW(climb(Data(triangle_with_a_tail()), Diffusion{}, {}), Error);
}

}  // namespace
}  // namespace mercer
