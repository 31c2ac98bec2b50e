// Spectral clustering: the eigenvectors, the cut as weighted kernel k-means, pieces of a graph, new points.
#include "beyond/spectral.hpp"

#include <Eigen/Eigenvalues>
#include <numeric>

#include "beyond/cut.hpp"
#include "core/parallel.hpp"
#include "gram/path_affinity.hpp"
#include "gram/sparse_gram.hpp"
#include "io/temporary.hpp"
#include "space/gram_space.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::expect_error;

Matrix affinity_matrix(const Matrix& X, double sigma) {
  Matrix A = test::reference_gram(X, Gaussian{.sigma = sigma});
  A.diagonal().setZero();
  return A;
}
// By its definition, pair by pair.
double cut_by_definition(const Matrix& A, const Labels& labels, int clusters) {
  Vector out = Vector::Zero(clusters), volume = out;
  for (Index i = 0; i < A.rows(); ++i)
    for (Index h = 0; h < A.cols(); ++h) {
      const int own = labels[static_cast<std::size_t>(i)], other = labels[static_cast<std::size_t>(h)];
      volume[own] += A(i, h);
      if (own != other) out[own] += A(i, h);
    }
  return out.cwiseQuotient(volume).sum();
}
SparseMatrix sparse_of(Matrix A, double least) {
  A = (A.array() < least).select(0.0, A);
  return A.sparseView();
}

TEST(Spectral, TheEmbeddingHoldsTheEigenvectorsOfTheNormalisedAffinity) {
  const ThreadScope threads(1);
  for (const Index n : {40, 300}) {
    const Matrix X = test::blobs(n, 2, 3, 1), A = affinity_matrix(X, 2);
    const Vector root = A.rowwise().sum().cwiseSqrt().cwiseInverse();
    const Matrix L = root.asDiagonal() * A * root.asDiagonal();
    const Vector all = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(L).eigenvalues().reverse();
    const Affinity affinity = affinity_of(test::point_gram<double>(X, Gaussian{.sigma = 2.0}));
    const SpectralEmbedding e = spectral_embedding(affinity, 3, {});
    EXPECT_LT((e.values.head(3) - all.head(3)).norm(), 1e-9);
    EXPECT_NEAR(e.values[3], all[3], 1e-3);
    EXPECT_LT((L * e.vectors - e.vectors * e.values.head(3).asDiagonal()).norm(), 1e-7);
    const Matrix njw = spectral_features(SpectralVariant::njw, e.vectors, affinity.degree);
    EXPECT_LT((njw.rowwise().norm() - Vector::Ones(n)).norm(), 1e-12);
    // D^-1 A y = lambda y, the random walk
    const Matrix Y = spectral_features(SpectralVariant::shi_malik, e.vectors, affinity.degree);
    const Matrix walk = A.rowwise().sum().cwiseInverse().asDiagonal() * A;
    EXPECT_LT((walk * Y - Y * e.values.head(3).asDiagonal()).norm(), 1e-8);
  }
}

// u(x) = sum_i a(x, x_i) / sqrt(d(x) d_i) u_i / lambda gives the training points their own coordinates, when
// the affinity with itself is left out as in the fit.
TEST(Spectral, NystromReproducesTheTrainingPoints) {
  const Matrix X = test::blobs(60, 2, 3, 2), A = affinity_matrix(X, 2);
  const Affinity affinity = affinity_of(test::point_gram<double>(X, Gaussian{.sigma = 2.0}));
  const SpectralEmbedding e = spectral_embedding(affinity, 3, {});
  Matrix products(60, 4);
  products << A * spectral_map(e, affinity.degree).coefficients, A.rowwise().sum();
  for (const auto variant : {SpectralVariant::njw, SpectralVariant::shi_malik})
    EXPECT_LT(
        (new_spectral_features(variant, products) - spectral_features(variant, e.vectors, affinity.degree))
            .norm(),
        1e-9);
  products(7, 3) = 0;
  expect_error(Fault::data, {"new point 8", "no affinity"},
               [&] { new_spectral_features(SpectralVariant::njw, products); });
}

// J = cut + s (n - k) - k for any labels, dense and sparse.
TEST(Cut, IsTheObjectiveOfWeightedKernelKMeans) {
  const Matrix X = test::blobs(120, 2, 4, 3), A = affinity_matrix(X, 1.5);
  const SparseMatrix S = sparse_of(A, 1e-3);
  for (const bool sparse : {false, true}) {
    const Affinity affinity = sparse ? affinity_of(std::make_shared<SparseGram>(Data(S)), Data(S))
                                     : affinity_of(test::point_gram<double>(X, Gaussian{.sigma = 1.5}));
    const Matrix dense = sparse ? Matrix(S) : A;
    const CutKernel kernel = cut_kernel(affinity);
    const GramSpace space(kernel.gram);
    for (const std::uint64_t seed : {1, 2, 3}) {
      const Labels labels = test::random_labels(120, 4, seed);
      const double cut = cut_by_definition(dense, labels, 4);
      EXPECT_NEAR(normalised_cut(affinity, labels, 4), cut, 1e-12);
      const HardOptions hard{4, 10, true, affinity.degree, nullptr};
      HardState state = assemble(space, {labels}, hard);
      EXPECT_NEAR(state.starts[0].objective, cut + kernel.shift * (120 - 4) - 4, 1e-9);
      // every way the engine asks the kernel gives the same answer
      Matrix all, some;
      std::vector<Index> points(120);
      std::iota(points.begin(), points.end(), Index{0});
      kernel.gram->columns(points, all);
      kernel.gram->block(points, points, some);
      EXPECT_LT((all - some).norm(), 1e-12);
      EXPECT_LT((all.diagonal() - kernel.gram->diagonal()).norm(), 1e-12);
      Matrix product;
      kernel.gram->apply(Matrix::Identity(120, 120), product);
      EXPECT_LT((all - product).norm(), 1e-12);
      Labels refined = labels;
      const double lowered = lower_cut(affinity, refined, 4, 100, nullptr);
      EXPECT_LT(lowered, cut);
      EXPECT_NEAR(lowered, cut_by_definition(dense, refined, 4), 1e-9);
    }
  }
}

Options spectral(Index k, Spectral method, Kernel kernel = NoKernel{}) {
  return {.clusters = k, .method = method, .kernel = kernel};
}

TEST(Spectral, FindsWhatKMeansCannot) {
  for (const char* shape : {"rings", "spirals", "two-moons"}) {
    const Generated made = generate(shape);
    const int k = *std::max_element(made.labels.begin(), made.labels.end());
    for (const Spectral& method : {Spectral{}, Spectral{.variant = SpectralVariant::shi_malik},
                                   Spectral{.refine = true}, Spectral{.neighbors = 10}}) {
      const Result r = cluster(made.points, spectral(k, method));
      EXPECT_GT(score(r.labels, made.labels).accuracy, 0.99) << shape << " " << format_choice(Method(method));
      EXPECT_EQ(r.model.predict(made.points), r.labels);
    }
  }
}

TEST(Spectral, TheObjectiveIsTheCutAndRefiningLowersIt) {
  const Matrix X = test::blobs(200, 2, 4, 5, 3), A = affinity_matrix(X, 1);
  const Result plain = cluster(X, spectral(4, {}, Gaussian{.sigma = 1.0}));
  const Result refined = cluster(X, spectral(4, {.refine = true}, Gaussian{.sigma = 1.0}));
  EXPECT_NEAR(plain.objective, cut_by_definition(A, plain.labels, 4), 1e-9);
  EXPECT_NEAR(refined.objective, cut_by_definition(A, refined.labels, 4), 1e-9);
  EXPECT_LE(refined.objective, plain.objective + 1e-12);
  EXPECT_EQ(refined.model.predict(X), refined.labels);
}

// The full matrix of a graph, the graph itself and points with that many neighbours give the same clusters.
TEST(Spectral, AGraphMayBeGivenAsAMatrix) {
  const Generated made = generate("two-moons");
  Kernel kernel = Gaussian{.local = true};
  const SparseMatrix S = neighbor_gram(made.points, kernel, 10);
  const Result points = cluster(made.points, spectral(2, {.neighbors = 10}));
  const Result sparse = cluster(S, spectral(2, {}, Precomputed{}));
  const Result dense = cluster(Matrix(S), spectral(2, {}, Precomputed{}));
  EXPECT_EQ(points.labels, sparse.labels);
  EXPECT_EQ(points.labels, dense.labels);
  EXPECT_NEAR(points.objective, sparse.objective, 1e-9);
  EXPECT_NEAR(points.objective, dense.objective, 1e-9);
  EXPECT_EQ(points.plan.storage, Storage::sparse);
}

TEST(Spectral, ModelsPredictNewPointsAndReload) {
  const Generated made = generate("rings"), fresh = generate("rings", {.noise = {}, .seed = 2});
  for (const char* text : {"spectral", "spectral:variant=shi-malik,neighbors=8", "spectral:refine"}) {
    Options o{.clusters = 2, .method = parse_choice<Method>(text, "method")};
    const Result r = cluster(made.points, o);
    const Labels found = r.model.predict(fresh.points);
    EXPECT_GT(score(found, fresh.labels).accuracy, 0.99) << text;
    const test::TemporaryFolder folder;
    r.model.save(folder.file("m"));
    const Model again = Model::load(folder.file("m"));
    EXPECT_EQ(again.predict(fresh.points), found);
    EXPECT_EQ(again.predict(made.points), r.labels);
    EXPECT_TRUE(again.transform(fresh.points) == r.model.transform(fresh.points));
    const Matrix shares = again.memberships(fresh.points);
    EXPECT_EQ(shares.sum(), static_cast<double>(shares.rows()));
  }
}

// Kernels that come as a whole: paths of a graph as an affinity, and the tree of gaps. New points find their
// way in through the points they are near to.
TEST(Spectral, PathsAreAffinities) {
  const Generated made = generate("two-moons"), fresh = generate("two-moons", {.noise = {}, .seed = 2});
  for (const char* text : {"geodesic", "geodesic:neighbors=6,graph=mutual", "connectivity"}) {
    const Result r = cluster(made.points, spectral(2, {}, parse_choice<Kernel>(text, "kernel")));
    EXPECT_EQ(score(r.labels, made.labels).accuracy, 1) << text;
    EXPECT_EQ(r.model.predict(made.points), r.labels) << text;
    const Labels found = r.model.predict(fresh.points);
    EXPECT_GT(score(found, fresh.labels).accuracy, 0.98) << text;
    const test::TemporaryFolder folder;
    r.model.save(folder.file("m"));
    EXPECT_EQ(Model::load(folder.file("m")).predict(fresh.points), found) << text;
  }
  expect_error(Fault::usage, {"leave landmarks out"},
               [&] { cluster(made.points, spectral(2, {}, Geodesic{.landmarks = 20})); });
}

// exp(-g^2 / (s_i s_h)) along a line, where the paths are its steps.
TEST(Spectral, AnAffinityOfPathsFollowsItsFormula) {
  Matrix X(12, 1);
  for (Index i = 0; i < 12; ++i) X(i, 0) = static_cast<double>(i * i) / 10;
  Packed<double> G(12);
  for (Index i = 0; i < 12; ++i)
    for (Index h = 0; h < 12; ++h) G.tile(0, 0)[i * 12 + h] = std::abs(X(i, 0) - X(h, 0));
  const auto affinity = path_affinity(std::move(G));
  for (Index i = 0; i < 12; ++i) {
    std::vector<double> distances;
    for (Index h = 0; h < 12; ++h)
      if (h != i) distances.push_back(std::abs(X(i, 0) - X(h, 0)));
    std::sort(distances.begin(), distances.end());
    EXPECT_EQ(affinity.widths[i], distances[6]);
  }
  const std::vector<Index> some = {0, 5, 11};
  Matrix A;
  affinity.gram->block(some, some, A);
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) {
      const double g = X(some[a], 0) - X(some[b], 0);
      EXPECT_NEAR(A(static_cast<Index>(a), static_cast<Index>(b)),
                  std::exp(-g * g / (affinity.widths[some[a]] * affinity.widths[some[b]])), 1e-12);
    }
}

// With every point a landmark the features hold the whole kernel, and the answers are the exact ones; with
// some of them nearly so.
TEST(Spectral, AnAffinityOfFeatures) {
  const Generated made = generate("rings"), fresh = generate("rings", {.noise = {}, .seed = 2});
  Options o = spectral(2, {}, Gaussian{.sigma = 0.5});
  const Result exact = cluster(made.points, o);
  for (const Approx& approx : {Approx(Nystrom{.landmarks = 300}), Approx(Nystrom{.landmarks = 120}),
                               Approx(RandomFeatures{.features = 4000})}) {
    o.approx = approx;
    const Result r = cluster(made.points, o);
    EXPECT_EQ(score(r.labels, exact.labels).accuracy, 1) << format_choice(approx);
    // Random features leave a little affinity between all points, and so a larger cut.
    const double more = std::holds_alternative<RandomFeatures>(approx) ? 0.1 : 0.1 * exact.objective;
    EXPECT_NEAR(r.objective, exact.objective, more) << format_choice(approx);
    const test::TemporaryFolder folder;
    r.model.save(folder.file("m"));
    const Model again = Model::load(folder.file("m"));
    EXPECT_GT(score(again.predict(fresh.points), fresh.labels).accuracy, 0.99) << format_choice(approx);
    EXPECT_EQ(again.predict(fresh.points), r.model.predict(fresh.points));
    EXPECT_EQ(points_of(r.model.known).size(), 0);
  }
  o.approx = Nystrom{.landmarks = 300};
  EXPECT_NEAR(cluster(made.points, o).objective, exact.objective, 1e-6);
  o.method = Spectral{.refine = true};
  EXPECT_LE(cluster(made.points, o).objective, exact.objective + 1e-6);
}

TEST(Spectral, TheSameBitsOnAnyNumberOfThreadsAndHolding) {
  const Matrix X = test::blobs(700, 3, 4, 8, 3);
  Options o = spectral(4, {.refine = true}, Gaussian{.sigma = 1.0});
  const Result one = cluster(X, o);
  for (const int threads : {1, 2, 3}) {
    o.threads = threads;
    for (const Holding holding : {Holding::stored, Holding::tiled}) {
      o.storage = holding;
      const Result r = cluster(X, o);
      EXPECT_EQ(r.labels, one.labels);
      EXPECT_EQ(holding == Holding::stored ? r.objective : one.objective, one.objective);
    }
  }
}

TEST(Spectral, BadInputIsNamed) {
  const Matrix X = test::blobs(60, 2, 3, 9);
  const auto refused = [&](Fault fault, std::vector<std::string> words, const Data& data, Options o) {
    expect_error(fault, words, [&] { cluster(data, o); });
  };
  refused(Fault::usage, {"neighbors = -1"}, X, spectral(2, {.neighbors = -1}));
  refused(Fault::usage, {"neighbors = 60", "60 points"}, X, spectral(2, {.neighbors = 60}));
  refused(Fault::usage, {"clusters = 61"}, X, spectral(61, {}));
  refused(Fault::usage, {"dissimilarities"}, Matrix(Matrix::Zero(4, 4)), spectral(2, {}, Dissimilarity{}));
  refused(Fault::data, {"row 1, column 2", "negative"}, Matrix{{0, -1, 1}, {-1, 0, 1}, {1, 1, 0}},
          spectral(2, {}, Precomputed{}));
  refused(Fault::data, {"disconnected", "point 3"}, Matrix{{1, 1, 0}, {1, 1, 0}, {0, 0, 1}},
          spectral(2, {}, Precomputed{}));
  refused(Fault::data, {"point 1", "negative", "gaussian"}, Matrix{{-1, 0}, {1, 0}, {0, 1}},
          spectral(2, {}, Linear{}));
  // five far pieces and three clusters, as a full matrix and as a graph
  Matrix far = test::blobs(100, 2, 5, 3);
  for (Index i = 0; i < 100; ++i) far(i, 0) += 1000 * static_cast<double>(i % 5);
  refused(Fault::data, {"disconnected", "at least 4 pieces", "widen"}, far,
          spectral(3, {}, Gaussian{.sigma = 1.0}));
  refused(Fault::data, {"disconnected", "5 pieces", "raise neighbors"}, far, spectral(3, {.neighbors = 5}));
  EXPECT_EQ(cluster(far, spectral(5, {.neighbors = 5})).objective, 0);
  Options weighted = spectral(2, {});
  weighted.weights = Vector::Ones(60);
  refused(Fault::usage, {"no weights"}, X, weighted);
  Options rough = spectral(2, {});
  rough.approx = MiniBatch{};
  rough.kernel = Gaussian{.sigma = 1.0};
  refused(Fault::usage, {"no approximation"}, X, rough);
  rough.approx = Nystrom{};
  rough.method = Spectral{.neighbors = 5};
  refused(Fault::usage, {"no approximation"}, X, rough);
}

}  // namespace
}  // namespace mercer
