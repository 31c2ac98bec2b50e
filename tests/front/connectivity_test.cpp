// The connectivity kernel and the methods on its tree, through the front door.
#include "support.hpp"
#include "trees.hpp"

namespace mercer {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): a test

const std::vector<Method>& tree_methods() {
  static const std::vector<Method> all = {
      TreeCut{}, TreeCut{.attach = Attach::on}, SingleLinkage{}, Ward{}, Genie{}, Genie{.g = 0.9}, Hdbscan{}};
  return all;
}
Index clusters_for(const Method& method, Index k) {
  return std::holds_alternative<Hdbscan>(method) ? clusters_by_method : k;
}

std::string message_of(const Data& data, const Options& options) {
  try {
    cluster(data, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}
void expect_refused(const Data& data, const Options& options, const std::string& words) {
  EXPECT_NE(message_of(data, options).find(words), std::string::npos)
      << "'" << message_of(data, options) << "' has no '" << words << "'";
}

TEST(Connectivity, EveryMethodRunsOnIt) {
  const Data data(blobs(60, 2, 3, 41, 20));
  for (const Method& method : all_methods(3)) {
    if (prototypes_in_input(method)) continue;
    SCOPED_TRACE(format_choice(method));
    const Result r = cluster(data, {.clusters = 3, .method = method, .kernel = Connectivity{}});
    EXPECT_EQ(r.plan.storage, Storage::tree);
    EXPECT_TRUE(std::isfinite(r.objective));
    EXPECT_EQ(r.model.predict(data), r.labels);
  }
}

TEST(Connectivity, KMeansEqualsThatOfTheMatrix) {  // d is a matrix of squared distances
  const Matrix X = blobs(80, 2, 3, 42);
  const Matrix D = all_distances_in(tree_of(X)).cwiseSqrt();
  const Result tree = cluster(Data(X), {.clusters = 4, .method = Hard{}, .kernel = Connectivity{}});
  const Result given = cluster(Data(D), {.clusters = 4, .kernel = Dissimilarity{}});
  EXPECT_NEAR(tree.objective, given.objective, 1e-9 * given.objective);
  EXPECT_EQ(tree.labels, given.labels);
}

TEST(Connectivity, TrainingPointsKeepTheirLabelsAndModelsSurviveTheDisk) {
  const Data data(blobs(90, 2, 3, 43));
  const std::string path = testing::TempDir() + "tree.mercer";
  for (const int min_points : {1, 4})
    for (const Method& method : tree_methods()) {
      SCOPED_TRACE(format_choice(method));
      const Result r = cluster(data, {.clusters = clusters_for(method, 3),
                                      .method = method,
                                      .kernel = Connectivity{.min_points = min_points}});
      EXPECT_EQ(r.model.predict(data), r.labels);
      EXPECT_EQ(r.model.outlier_scores(data).cwiseAbs().maxCoeff(), 0);
      r.model.save(path);
      const Model loaded = Model::load(path);
      const Data fresh(blobs(40, 2, 3, 44));
      EXPECT_EQ(loaded.predict(fresh), r.model.predict(fresh));
      EXPECT_EQ((loaded.memberships(fresh) - r.model.memberships(fresh)).cwiseAbs().maxCoeff(), 0);
      if (r.model.clusters() > 0) {
        EXPECT_EQ((loaded.transform(fresh) - r.model.transform(fresh)).cwiseAbs().maxCoeff(), 0);
      }
    }
}

TEST(Connectivity, TransformIsTheDistanceToTheMeansThroughTheNearestPoint) {
  const Matrix X = blobs(50, 2, 2, 45), Z = blobs(10, 2, 2, 46);
  const Result r = cluster(Data(X), {.clusters = 2, .method = TreeCut{}, .kernel = Connectivity{}});
  const Matrix D = all_distances_in(tree_of(X)), found = r.model.transform(Data(Z));
  for (Index z = 0; z < 10; ++z) {
    Index nearest = 0;
    const double reach = (X.rowwise() - Z.row(z)).rowwise().norm().minCoeff(&nearest);
    for (int k = 0; k < 2; ++k) {
      double to = 0, among = 0, size = 0;
      for (Index i = 0; i < 50; ++i) {
        if (r.labels[static_cast<std::size_t>(i)] != k) continue;
        ++size;
        to += std::max(reach, D(nearest, i));
        for (Index j = 0; j < 50; ++j)
          if (r.labels[static_cast<std::size_t>(j)] == k) among += D(i, j);
      }
      EXPECT_NEAR(found(z, k) * found(z, k), to / size - among / (2 * size * size), 1e-9);
    }
  }
}

TEST(Connectivity, NewPointsAreReachedOverTheirCoreDistances) {
  const Matrix X = blobs(60, 2, 2, 47), Z = blobs(15, 2, 2, 48);
  const int min_points = 4;
  const Result r = cluster(
      Data(X), {.clusters = 2, .method = TreeCut{}, .kernel = Connectivity{.min_points = min_points}});
  const Vector scores = r.model.outlier_scores(Data(Z));
  for (Index z = 0; z < 15; ++z) {
    Vector d = (X.rowwise() - Z.row(z)).rowwise().norm();
    std::vector<double> sorted(d.begin(), d.end());
    std::sort(sorted.begin(), sorted.end());
    double best = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < 60; ++i) {
      std::vector<double> own;
      for (Index h = 0; h < 60; ++h)
        if (h != i) own.push_back((X.row(i) - X.row(h)).norm());
      std::sort(own.begin(), own.end());
      best = std::min(best, std::max({d[i], sorted[min_points - 2], own[min_points - 2]}));
    }
    EXPECT_NEAR(scores[z], best, 1e-12);
  }
}

TEST(Connectivity, EveryMetricFitsAndPredicts) {
  Matrix X = blobs(70, 3, 3, 49);
  X.array() += 30;  // away from the origin, so that directions differ little but exist
  const Matrix D = pair_distances(X, PathMetric::manhattan);
  for (const PathMetric metric : {PathMetric::euclidean, PathMetric::cosine, PathMetric::manhattan,
                                  PathMetric::chebyshev, PathMetric::precomputed}) {
    SCOPED_TRACE(grammar::format(metric));
    const Data data(metric == PathMetric::precomputed ? D : X);
    const Result r =
        cluster(data, {.clusters = 3, .method = TreeCut{}, .kernel = Connectivity{.metric = metric}});
    EXPECT_EQ(r.model.predict(data), r.labels);
  }
  // Given distances and those that the points have are the same tree.
  const Options by_points{
      .clusters = 3, .method = TreeCut{}, .kernel = Connectivity{.metric = PathMetric::manhattan}};
  const Options by_matrix{
      .clusters = 3, .method = TreeCut{}, .kernel = Connectivity{.metric = PathMetric::precomputed}};
  EXPECT_EQ(cluster(Data(X), by_points).labels, cluster(Data(D), by_matrix).labels);
}

TEST(Connectivity, HierarchiesNeedNoKernel) {
  const Matrix X = blobs(60, 2, 3, 50, 20);
  const Matrix D = pair_distances(X, PathMetric::euclidean);
  for (const Method& method : {Method(SingleLinkage{}), Method(Genie{}), Method(Ward{})}) {
    SCOPED_TRACE(format_choice(method));
    const Result points = cluster(Data(X), {.clusters = 3, .method = method});
    const Result given = cluster(Data(D), {.clusters = 3, .method = method, .kernel = Dissimilarity{}});
    EXPECT_EQ(points.labels, given.labels);
    ASSERT_TRUE(points.dendrogram.has_value());
    EXPECT_EQ(cut(*points.dendrogram, 3), points.labels);
    EXPECT_EQ(points.model.predict(Data(X)), points.labels);
    EXPECT_EQ(given.model.predict(Data(D)), given.labels);
  }
  // Ward under a kernel, and after projection.
  const Result kernel = cluster(Data(X), {.clusters = 3, .method = Ward{}, .kernel = Gaussian{.sigma = 5.0}});
  EXPECT_EQ(kernel.model.predict(Data(X)), kernel.labels);
  const Result projected = cluster(
      Data(X), {.clusters = 3, .method = Ward{}, .kernel = Connectivity{}, .embed = PrincipalComponents{}});
  EXPECT_EQ(projected.model.predict(Data(X)), projected.labels);
}

TEST(Connectivity, ComponentsOfAnyKernel) {
  const Matrix X = blobs(80, 3, 3, 51, 20);
  for (const Kernel& kernel :
       {Kernel(NoKernel{}), Kernel(Linear{}), Kernel(Gaussian{.sigma = 8.0}), Kernel(Gaussian{.local = true}),
        Kernel(Polynomial{}), Kernel(Connectivity{})}) {
    SCOPED_TRACE(format_choice(kernel));
    const Result r =
        cluster(Data(X), {.clusters = 3, .kernel = kernel, .embed = PrincipalComponents{.dimensions = 2}});
    EXPECT_EQ(r.model.predict(Data(X)), r.labels);
    const std::string path = testing::TempDir() + "pca.mercer";
    r.model.save(path);
    EXPECT_EQ(Model::load(path).predict(Data(X)), r.labels);
  }
  // All components of the linear kernel are the input space.
  const Result all = cluster(Data(X), {.clusters = 3, .embed = PrincipalComponents{.dimensions = 3}});
  const Result input = cluster(Data(X), {.clusters = 3, .method = Hard{}});
  EXPECT_NEAR(all.objective, input.objective, 1e-8 * input.objective);
}

TEST(Connectivity, SuggestsTheNumberOfClusters) {
  const Result r =
      cluster(Data(blobs(300, 2, 4, 52, 60)),
              {.clusters = 2, .most_clusters = 8, .method = TreeCut{}, .kernel = Connectivity{}});
  EXPECT_EQ(r.model.clusters(), 4);
  ASSERT_EQ(r.counts.size(), 7U);
  for (std::size_t i = 0; i < r.counts.size(); ++i) {
    EXPECT_EQ(r.counts[i].clusters, static_cast<Index>(i) + 2);
    EXPECT_LE(r.counts[i].bound, r.counts[i].cost * (1 + 1e-9));
    if (i > 0) {
      EXPECT_LE(r.counts[i].cost, r.counts[i - 1].cost);
    }
  }
}

TEST(Connectivity, SameBitsAtAnyNumberOfThreads) {
  const Data data(blobs(5000, 2, 4, 53));
  for (const Method& method : tree_methods()) {
    SCOPED_TRACE(format_choice(method));
    std::vector<Result> results;
    for (const int threads : {1, 2})
      results.push_back(cluster(data, {.clusters = clusters_for(method, 4),
                                       .method = method,
                                       .kernel = Connectivity{.min_points = 3},
                                       .threads = threads}));
    EXPECT_EQ(results[0].labels, results[1].labels);
    EXPECT_EQ(results[0].objective, results[1].objective);
  }
}

TEST(Connectivity, NoiseIsMinusOne) {
  Matrix X = blobs(100, 2, 2, 54, 30);
  X.bottomRows(1) << 500, 500;
  const Result r = cluster(Data(X), {.method = Hdbscan{}});
  EXPECT_EQ(r.labels[99], -1);
  EXPECT_EQ(r.model.clusters(), 2);
  EXPECT_EQ(r.model.predict(Data(X)), r.labels);
  EXPECT_EQ(r.model.memberships(Data(X)).row(99).sum(), 0);
}

Matrix blobs_among_noise() {
  Matrix X = blobs(300, 2, 3, 57, 8);
  Random random(5);
  for (Index i = 200; i < 300; ++i)
    for (Index c = 0; c < 2; ++c) X(i, c) = 40 * random.uniform() - 10;
  return X;
}

// A training point that has hardly moved is found again, noise as well as members, whatever the unit is.
TEST(Connectivity, NoiseThatIsMovedALittleStaysNoise) {
  for (const double unit : {1.0, 0.01}) {
    const Matrix X = unit * blobs_among_noise();
    const Result r = cluster(Data(X), {.method = Hdbscan{.min_size = 15}});
    const auto noise = std::count(r.labels.begin(), r.labels.end(), -1);
    ASSERT_GT(noise, 20);
    ASSERT_LT(noise, 200);
    for (const double step : {1e-9, -1e-9}) {
      const Labels found = r.model.predict(Data(Matrix(X.array() + step)));
      for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], r.labels[i]) << "point " << i;
    }
  }
}

TEST(Connectivity, BadInputIsNamed) {
  const Data data(blobs(20, 2, 2, 55));
  const Options base{.clusters = 2, .method = TreeCut{}, .kernel = Connectivity{}};
  const auto with = [&](auto change) {
    Options o = base;
    change(o);
    return o;
  };
  expect_refused(data, with([](Options& o) { o.kernel = Connectivity{.min_points = 0}; }), "min_points = 0");
  expect_refused(data, with([](Options& o) { o.kernel = Connectivity{.min_points = 21}; }),
                 "exceeds the 20 points");
  expect_refused(data, with([](Options& o) { o.kernel = Polynomial{}; }), "needs distances");
  expect_refused(data, with([](Options& o) { o.method = Genie{.g = 1.5}; }), "g = 1.5");
  expect_refused(data, with([](Options& o) { o.method = Hdbscan{}; }),
                 "finds the number of clusters by itself");
  expect_refused(data, {.method = Hdbscan{.min_size = 1}}, "min_size = 1");
  expect_refused(data, {.method = Hdbscan{.min_points = 0}}, "min_points = 0");
  expect_refused(data, with([](Options& o) { o.most_clusters = 2; }), "not a range");
  expect_refused(data, with([](Options& o) { o.most_clusters = 40; }), "exceeds 20 points");
  expect_refused(data, with([](Options& o) {
                   o.most_clusters = 4;
                   o.method = Hard{};
                 }),
                 "needs method tree-cut");
  expect_refused(data, with([](Options& o) {
                   o.method = SingleLinkage{};
                   o.weights = Vector::Ones(20);
                 }),
                 "takes no weights");
  expect_refused(data, with([](Options& o) { o.embed = PrincipalComponents{}; }), "leave `embed` out");
  expect_refused(data, {.clusters = 2, .embed = PrincipalComponents{.dimensions = 20}}, "dimensions = 20");
  expect_refused(Data(Matrix(Matrix::Constant(10, 2, 3.0))), base, "1 distinct point;");
  expect_refused(Data(Matrix(Matrix::Constant(1, 2, 3.0))), with([](Options& o) { o.clusters = 1; }),
                 "one point");
  Matrix D = pair_distances(blobs(6, 2, 2, 1), PathMetric::euclidean);
  const Options given = with([](Options& o) { o.kernel = Connectivity{.metric = PathMetric::precomputed}; });
  D(2, 4) += 1;
  expect_refused(Data(D), given, "not symmetric");
  D(2, 4) = D(4, 2) = -1;
  expect_refused(Data(D), given, "negative");
  const Matrix pairs = (Matrix(4, 4) << 0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0).finished();
  Options three = given;
  three.clusters = 3;
  expect_refused(Data(pairs), three, "3 exceeds the 2 distinct points");
  const Matrix places = (Matrix(5, 1) << 1, 1, 2, 2, 3).finished();
  expect_refused(Data(places), with([](Options& o) { o.most_clusters = 4; }),
                 "4 exceeds the 3 distinct points");
  SparseMatrix graph(4, 4);
  graph.insert(0, 1) = graph.insert(1, 0) = 1;
  expect_refused(Data(graph), given, "3 parts");
}

}  // namespace
}  // namespace mercer
