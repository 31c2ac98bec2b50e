// The geodesic kernel through the front door: every rule, new points, files, distances and graphs as data.
#include <Eigen/Eigenvalues>

#include "core/random.hpp"
#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::expect_error;

Generated moons(Index n = 200) { return generate("two-moons", {.size = n, .noise = 0.05}); }

Matrix euclidean(const Matrix& X) {
  Matrix D(X.rows(), X.rows());
  for (Index i = 0; i < X.rows(); ++i)
    for (Index j = 0; j < X.rows(); ++j) D(i, j) = (X.row(i) - X.row(j)).norm();
  return D;
}

Options geodesic(Method method, Geodesic kernel = {}) {
  return {.clusters = 2, .method = std::move(method), .kernel = kernel, .restarts = 3};
}

TEST(Geodesic, EveryRuleGivesItsTrainingPointsTheirLabels) {
  const auto data = moons(120);
  for (const Method& method : test::all_methods(2))
    for (const auto shift : {DistanceShift::cailliez, DistanceShift::lingoes, DistanceShift::none}) {
      SCOPED_TRACE(format_choice(method) + " " + grammar::format(shift));
      const Result r = cluster(data.points, geodesic(method, {.neighbors = 8, .shift = shift}));
      EXPECT_EQ(r.model.predict(data.points), r.labels);
    }
}

TEST(Geodesic, LandmarksGiveTrainingPointsTheirLabels) {
  const auto data = moons(400);
  for (const Method& method : {Method(Hard{}), Method(Softmax{}), Method(Fuzzy{})}) {
    const Result r = cluster(data.points, geodesic(method, {.landmarks = 60}));
    EXPECT_EQ(r.plan.storage, Storage::features);
    ASSERT_TRUE(r.approximation.has_value());
    EXPECT_EQ(score(r.labels, data.labels).accuracy, 1);
    EXPECT_EQ(r.model.predict(data.points), r.labels);
    const Labels some = r.model.predict(Matrix(data.points.topRows(20)));  // fewer than landmarks
    EXPECT_TRUE(std::equal(some.begin(), some.end(), r.labels.begin()));
  }
}

TEST(Geodesic, AllPointsAsLandmarksFindWhatAllPathsFind) {
  const auto data = moons(150);
  const Result exact = cluster(data.points, geodesic(Hard{}));
  const Result landmarks = cluster(data.points, geodesic(Hard{}, {.landmarks = 150}));
  EXPECT_EQ(score(exact.labels, landmarks.labels).accuracy, 1);
}

// distance_j = sum_l w_jl delta^2(x, l) - 1/2 sum_l sum_m w_jl w_jm delta^2(l, m), on a path of five points
// with two neighbours at most: distances along it are differences of places.
TEST(Geodesic, NewPointsFollowTheFormula) {
  const Vector places{{0.0, 1.0, 2.1, 3.3, 4.6}};
  const Result r = cluster(Matrix(places), geodesic(Softmax{.beta = 0.4}, {.neighbors = 1}));
  const double c = std::get<KnownPaths>(r.model.known).geodesic.constant, z = 2.4;
  EXPECT_EQ(std::get<KnownPaths>(r.model.known).geodesic.graph.nonZeros(), 8);
  const Matrix w = r.model.coefficients() * r.model.mass.cwiseInverse().asDiagonal();
  for (Index j = 0; j < 2; ++j) {
    double expected = 0;
    for (Index l = 0; l < 5; ++l) {
      // its nearest point is at 2.1, whose own reach is 1.1 to the left
      const double g = std::abs(z - 2.1) + std::abs(2.1 - places[l]);
      expected += w(l, j) * (g + c) * (g + c);
      for (Index m = 0; m < 5; ++m)
        if (l != m) expected -= 0.5 * w(l, j) * w(m, j) * std::pow(std::abs(places[l] - places[m]) + c, 2);
    }
    EXPECT_NEAR(std::pow(r.model.transform(Matrix(Matrix::Constant(1, 1, z)))(0, j), 2), expected, 1e-9);
  }
}

TEST(Geodesic, DistancesServeAsWellAsPoints) {
  const auto data = moons();
  const Result points = cluster(data.points, geodesic(Softmax{}));
  const Matrix D = euclidean(data.points);
  const Result distances = cluster(D, geodesic(Softmax{}, {.metric = EdgeMetric::precomputed}));
  EXPECT_EQ(points.labels, distances.labels);
  EXPECT_NEAR(points.objective, distances.objective, 1e-9 * points.objective);
  EXPECT_EQ(distances.model.predict(D), distances.labels);
}

// Two circles of twelve vertices, joined by one edge.
SparseMatrix two_circles() {
  std::vector<Eigen::Triplet<double>> edges;
  const auto join = [&](int a, int b) {
    edges.emplace_back(a, b, 1.0);
    edges.emplace_back(b, a, 1.0);
  };
  for (int i = 0; i < 12; ++i) {
    join(i, (i + 1) % 12);
    join(12 + i, 12 + (i + 1) % 12);
  }
  join(0, 12);
  SparseMatrix graph(24, 24);
  graph.setFromTriplets(edges.begin(), edges.end());
  return graph;
}

TEST(Geodesic, AGraphIsData) {
  const Result r = cluster(two_circles(), geodesic(Hard{}, {.metric = EdgeMetric::precomputed}));
  for (std::size_t i = 1; i < 12; ++i) {
    EXPECT_EQ(r.labels[i], r.labels[0]);
    EXPECT_EQ(r.labels[12 + i], r.labels[12]);
  }
  EXPECT_NE(r.labels[0], r.labels[12]);
  SparseMatrix fresh(2, 24);
  fresh.insert(0, 5) = 1;
  fresh.insert(1, 17) = 1;
  EXPECT_EQ(r.model.predict(fresh), (Labels{r.labels[5], r.labels[17]}));
  expect_error(Fault::data, {"has no edge"}, [&] { r.model.predict(SparseMatrix(1, 24)); });
  expect_error(Fault::data, {"sparse row"}, [&] { r.model.predict(Matrix(Matrix::Zero(1, 24))); });
}

// Short documents have many equal cosines. Ties that rounding broke gave c* that differed by 3 to 5 %.
TEST(Geodesic, SparseAndDenseDocumentsHaveTheSameConstant) {
  Random random(3);
  Matrix counts = Matrix::Zero(150, 12);
  for (Index i = 0; i < counts.rows(); ++i)
    for (int word = 0; word < 4; ++word) counts(i, static_cast<Index>(random.below(12))) += 1;
  const auto constant = [](const Data& data) {
    const Result r = cluster(data, geodesic(Hard{}, {.neighbors = 6, .metric = EdgeMetric::cosine}));
    for (const Finding& finding : r.findings)
      if (finding.name == "c_star") return finding.values.front();
    ADD_FAILURE() << "no constant";
    return 0.0;
  };
  const double dense = constant(counts), sparse = constant(SparseMatrix(counts.sparseView()));
  EXPECT_GT(dense, 0);
  EXPECT_NEAR(sparse / dense, 1, 1e-9);
}

TEST(Geodesic, ModelsComeBackFromTheirFiles) {
  const test::TemporaryFolder folder;
  const auto data = moons();
  const Matrix fresh = data.points.array() + 0.03;
  for (const auto& kernel : {Geodesic{}, Geodesic{.graph = NeighborGraph::mutual, .landmarks = 50}}) {
    const Result r = cluster(data.points, geodesic(Softmax{}, kernel));
    r.model.save(folder.file("model"));
    const Model again = Model::load(folder.file("model"));
    EXPECT_EQ(again.memberships(fresh), r.model.memberships(fresh));
  }
}

TEST(Geodesic, TheSameBitsOnAnyNumberOfThreads) {
  const auto data = moons(300);
  for (const auto& kernel : {Geodesic{}, Geodesic{.landmarks = 40}}) {
    Options o = geodesic(Softmax{}, kernel);
    o.threads = 1;
    const Result one = cluster(data.points, o);
    o.threads = 3;
    const Result three = cluster(data.points, o);
    EXPECT_EQ(one.objective, three.objective);
    EXPECT_EQ(one.memberships, three.memberships);
  }
}

TEST(Geodesic, StiffnessBelowTheCriticalOneIsNamed) {
  const auto data = moons();
  const Result r = cluster(data.points, geodesic(Softmax{.beta = 1e-6}));
  ASSERT_FALSE(r.warnings.empty());
  EXPECT_NE(r.warnings[0].what.find("critical stiffness"), std::string::npos);
}

TEST(Geodesic, TheGramIsCentredAndPositive) {
  const auto data = moons(80);
  Kernel kernel = Geodesic{};
  const Matrix K = gram(data.points, kernel);
  EXPECT_LT(K.rowwise().sum().cwiseAbs().maxCoeff(), 1e-9 * K.trace());
  EXPECT_GE(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues()[0], -1e-9 * K.trace());
}

TEST(Geodesic, WhatMakesNoSenseIsRefused) {
  const Matrix X = moons(30).points;
  const auto refuse = [&](const Data& data, const Geodesic& kernel, Fault fault, const std::string& words) {
    expect_error(fault, {words}, [&] { cluster(data, geodesic(Hard{}, kernel)); });
  };
  refuse(X, {.neighbors = 0}, Fault::usage, "neighbors = 0 must be at least 1");
  refuse(X, {.neighbors = 30}, Fault::usage, "neighbors = 30 must be less than the 30 points");
  refuse(X, {.landmarks = 31}, Fault::usage, "landmarks = 31 exceeds 30 points");
  refuse(X, {.shift = DistanceShift::none, .landmarks = 10}, Fault::usage, "positive definite");
  Matrix zero = X;
  zero.row(4).setZero();
  refuse(zero, {.metric = EdgeMetric::cosine}, Fault::data, "point 5 is zero");
  SparseMatrix graph = two_circles();
  graph.coeffRef(3, 4) = graph.coeffRef(4, 3) = -1;
  refuse(graph, {.metric = EdgeMetric::precomputed}, Fault::data, "edge between vertices 4 and 5 is -1");
  refuse(Matrix(X), {.metric = EdgeMetric::precomputed}, Fault::data, "must be square");
  Options o = geodesic(Hard{});
  o.approx = Nystrom{};
  expect_error(Fault::usage, {"geodesic:landmarks"}, [&] { cluster(X, o); });
  o = geodesic(Hard{});
  o.storage = Holding::tiled;
  expect_error(Fault::usage, {"tile by tile"}, [&] { cluster(X, o); });
  o.storage = Holding::stored;
  o.memory = 1 << 20;
  expect_error(Fault::memory, {"landmarks"}, [&] { cluster(X, o); });
}

TEST(Geodesic, LandmarksAreTakenWhereAllPathsDoNotFit) {
  const auto data = moons(10000);
  Options o = geodesic(Hard{});
  EXPECT_EQ(plan(data.points, o).storage, Storage::stored);
  o.memory = 100 << 20;
  const Plan lean = plan(data.points, o);
  EXPECT_EQ(lean.storage, Storage::features);
  EXPECT_LE(lean.bytes, o.memory);
}

}  // namespace
}  // namespace mercer
