// Sparse kernels through the front door: the answers of the full matrix, and graphs made from points.
#include "io/temporary.hpp"
#include "rules/traits.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::blobs;
using test::expect_error;

// A positive definite graph: a truncated Gaussian with a dominant diagonal.
Matrix truncated(const Matrix& X) {
  Matrix K = test::reference_gram(X, Gaussian{.sigma = 1.5});
  K = (K.array() < 0.3).select(0.0, K);
  K.diagonal().array() += 12;
  return K;
}

TEST(SparseKernel, EveryMethodAndStartGivesWhatTheFullMatrixGives) {
  const Matrix K = truncated(blobs(150, 2, 4, 1));
  const SparseMatrix S = K.sparseView();
  ASSERT_LT(S.nonZeros(), K.size() / 2);
  std::vector<Options> all;
  for_each_alternative<Method>([&]<class M>() {
    if constexpr (is_rule<M>) all.push_back({.clusters = 4, .method = M{}});
  });
  for (const char* init : {"random", "singleton", "points", "global"})
    all.push_back({.clusters = 4, .init = parse_choice<Init>(init, "init")});
  all.push_back({.clusters = 4, .search = Swap{10}});
  for (const char* approx : {"nystrom:landmarks=60", "minibatch:size=40"}) {
    all.push_back({.clusters = 4});
    all.back().approx = parse_choice<Approx>(approx, "approximation");
  }
  all.push_back({.clusters = 4, .weights = Vector::LinSpaced(150, 0.5, 2)});
  for (Options& o : all) {
    SCOPED_TRACE(format_choice(o.method.value_or(Hard{})) + ", " + format_choice(o.init) + ", " +
                 format_choice(o.search));
    o.kernel = Precomputed{};
    o.restarts = 3;
    const Result dense = cluster(K, o), sparse = cluster(S, o);
    EXPECT_EQ(sparse.plan.storage == Storage::sparse, dense.plan.storage == Storage::given);
    EXPECT_EQ(sparse.labels, dense.labels);
    EXPECT_NEAR(sparse.objective, dense.objective, 1e-9 * std::abs(dense.objective));
    for (const Data& rows : {Data(K), Data(S)}) {
      EXPECT_EQ(sparse.model.predict(rows), sparse.labels);
      EXPECT_LT((sparse.model.transform(rows) - dense.model.transform(K)).cwiseAbs().maxCoeff(), 1e-7);
    }
    EXPECT_NEAR(silhouette(S, Precomputed{}, sparse.labels), silhouette(K, Precomputed{}, dense.labels),
                1e-9);
  }
}

TEST(SparseKernel, TheSelfSimilarityOfNewPointsMayStandInASparseRow) {
  Matrix K = truncated(blobs(60, 2, 3, 2));
  K.diagonal() += Vector::LinSpaced(60, 0, 1);  // not constant: distances need k(z, z)
  const Result r = cluster(SparseMatrix(K.sparseView()), {.clusters = 3, .kernel = Precomputed{}});
  Matrix rows(10, 61);
  rows << K.topRows(10), K.diagonal().head(10);
  const SparseMatrix S = rows.sparseView();
  EXPECT_LT((r.model.transform(S) - r.model.transform(rows)).cwiseAbs().maxCoeff(), 1e-12);
  expect_error(Fault::data, {"k(z, z)"}, [&] { r.model.transform(SparseMatrix(S.leftCols(60))); });
}

// Two triangles joined by an edge, with nothing on the diagonal.
TEST(SparseKernel, AnIndefiniteGraphIsNamedWithItsRemedy) {
  Matrix A = Matrix::Zero(6, 6);
  for (const auto& [i, j] :
       std::vector<std::pair<Index, Index>>{{0, 1}, {0, 2}, {1, 2}, {3, 4}, {3, 5}, {4, 5}, {2, 3}})
    A(i, j) = A(j, i) = 1;
  const Options o{.clusters = 2, .kernel = Precomputed{}};
  const Result r = cluster(SparseMatrix(A.sparseView()), o);
  ASSERT_EQ(r.warnings.size(), 1U);
  EXPECT_NE(r.warnings[0].what.find("eigenvalue of -1.7"), std::string::npos) << r.warnings[0].what;
  EXPECT_NE(r.warnings[0].remedy.find("add 1.9 or more to its diagonal"), std::string::npos)
      << r.warnings[0].remedy;
  // Done as told, the warning is gone and the objective has grown by 1.9 (n - k).
  A.diagonal().array() += 1.9;
  const Result shifted = cluster(SparseMatrix(A.sparseView()), o);
  EXPECT_TRUE(shifted.warnings.empty());
  EXPECT_EQ(score(shifted.labels, r.labels).accuracy, 1);
  EXPECT_NEAR(shifted.objective, r.objective + 1.9 * 4, 1e-12);
}

TEST(SparseKernel, NeighborGramKeepsTheKernelOfNearPoints) {
  const Matrix X = blobs(80, 3, 3, 4);
  const SparseMatrix P = X.sparseView();
  auto kernels = test::point_kernels();
  kernels.emplace_back(NoKernel{});
  for (Kernel kernel : kernels)
    for (const Data& data : {Data(X), Data(P)}) {
      SCOPED_TRACE(format_choice(kernel));
      const Matrix full = test::reference_gram(X, kernel);
      const bool cosine = std::holds_alternative<Cosine>(kernel);
      const Matrix U = cosine ? Matrix(X.rowwise().normalized()) : X;
      const Matrix K(neighbor_gram(data, kernel, 5));
      EXPECT_EQ(K, K.transpose());
      for (Index i = 0; i < 80; ++i)
        for (Index j = 0; j < 80; ++j) {
          const auto rank = [&](Index a, Index b) {  // how many points are nearer to a than b is
            return ((U.rowwise() - U.row(a)).rowwise().squaredNorm().array() <
                    (U.row(a) - U.row(b)).squaredNorm())
                .count();
          };
          const bool near = i == j || rank(i, j) <= 5 || rank(j, i) <= 5;  // the point itself is the nearest
          EXPECT_NEAR(K(i, j), near ? full(i, j) : 0, 1e-10 * full.cwiseAbs().maxCoeff()) << i << " " << j;
        }
    }
  Kernel local = Gaussian{.local = true}, given = Precomputed{};
  EXPECT_EQ(Vector(neighbor_gram(X, local, 5).diagonal()), Vector::Ones(80));
  expect_error(Fault::usage, {"matrix that is given"},
               [&] { neighbor_gram(Matrix(X * X.transpose()), given, 5); });
  expect_error(Fault::usage, {"neighbors = 80", "79 other"}, [&] { neighbor_gram(X, local, 80); });
}

}  // namespace
}  // namespace mercer
