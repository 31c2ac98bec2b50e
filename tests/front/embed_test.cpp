// Embeddings through the front door: kernel PCA and spectral coordinates, new points, files, refusals.
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include "io/temporary.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::expect_error;

// Of the linear kernel they are the principal components, of distances those of classical scaling.
TEST(Embed, LinearComponentsAreThePrincipalComponents) {
  const Matrix X = test::blobs(120, 4, 3, 1), C = X.rowwise() - X.colwise().mean();
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(C, Eigen::ComputeThinU);
  const Matrix expected = svd.matrixU() * svd.singularValues().asDiagonal();
  const EmbedResult r = embed(X, {.dimensions = 3, .kernel = Linear{}});
  EXPECT_LT((r.coordinates.cwiseAbs() - expected.leftCols(3).cwiseAbs()).norm(), 1e-8 * expected.norm());
  EXPECT_NEAR(r.total, C.squaredNorm(), 1e-8 * C.squaredNorm());
  Matrix D(120, 120);
  for (Index i = 0; i < 120; ++i)
    for (Index j = 0; j < 120; ++j) D(i, j) = (X.row(i) - X.row(j)).norm();
  const EmbedResult scaled = embed(D, {.dimensions = 3, .kernel = Dissimilarity{}});
  EXPECT_LT((scaled.coordinates.cwiseAbs() - expected.leftCols(3).cwiseAbs()).norm(), 1e-6 * expected.norm());
}

TEST(Embed, NewPointsLandWhereOldOnesAre) {
  const Matrix X = test::blobs(150, 2, 3, 2);
  for (const Kernel& kernel : {Kernel(Gaussian{.sigma = 2.0}), Kernel(Gaussian{.local = true}),
                               Kernel(Polynomial{}), Kernel(Linear{})}) {
    const EmbedResult r = embed(X, {.kernel = kernel});
    EXPECT_LT((r.model.transform(X) - r.coordinates).norm(), 1e-6 * r.coordinates.norm())
        << format_choice(kernel);
    const test::TemporaryFolder folder;
    r.model.save(folder.file("e"));
    EXPECT_TRUE(EmbedModel::load(folder.file("e")).transform(Matrix(X.topRows(9))) ==
                r.model.transform(Matrix(X.topRows(9))));
    expect_error(Fault::data, {"not a mercer model"}, [&] { Model::load(folder.file("e")); });
  }
  const Matrix K = test::reference_gram(X, Gaussian{.sigma = 2.0});
  const EmbedResult given = embed(K, {.kernel = Precomputed{}}),
                    points = embed(X, {.kernel = Gaussian{.sigma = 2.0}});
  EXPECT_LT((given.coordinates - points.coordinates).norm(), 1e-6);
  EXPECT_LT((given.model.transform(Matrix(K.topRows(5))) - points.coordinates.topRows(5)).norm(), 1e-6);
}

// The coordinates of a walk are smooth along the graph: of a line of points the first one is monotone.
TEST(Embed, SpectralCoordinatesFollowTheData) {
  Matrix X(60, 2);
  for (Index i = 0; i < 60; ++i)
    X.row(i) << std::cos(0.08 * static_cast<double>(i)), std::sin(0.08 * static_cast<double>(i));
  for (const int neighbors : {0, 4}) {
    const EmbedResult r = embed(
        X, {.dimensions = 1, .method = SpectralCoordinates{neighbors}, .kernel = Gaussian{.sigma = 0.1}});
    const double sign = r.coordinates(59, 0) > r.coordinates(0, 0) ? 1 : -1;
    for (Index i = 1; i < 60; ++i) EXPECT_GT(sign * (r.coordinates(i, 0) - r.coordinates(i - 1, 0)), 0) << i;
    EXPECT_LT(r.values[0], 1);
    // between two points lies the place between their coordinates
    const double y = r.model.transform(Matrix{{std::cos(0.08 * 20.5), std::sin(0.08 * 20.5)}})(0, 0);
    const double a = r.coordinates(20, 0), b = r.coordinates(21, 0);
    EXPECT_GT(y, std::min(a, b));
    EXPECT_LT(y, std::max(a, b));
  }
}

// Shortest paths by Floyd and Warshall among the union of the nearest neighbours.
Matrix all_paths(const Matrix& X, Index neighbors) {
  const Index n = X.rows();
  Matrix G = Matrix::Constant(n, n, std::numeric_limits<double>::infinity());
  for (Index i = 0; i < n; ++i) {
    std::vector<std::pair<double, Index>> near;
    for (Index j = 0; j < n; ++j)
      if (j != i) near.emplace_back((X.row(i) - X.row(j)).norm(), j);
    std::sort(near.begin(), near.end());
    for (Index a = 0; a < neighbors; ++a) {
      const auto [distance, j] = near[static_cast<std::size_t>(a)];
      G(i, j) = G(j, i) = distance;
    }
    G(i, i) = 0;
  }
  for (Index h = 0; h < n; ++h)
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) G(i, j) = std::min(G(i, j), G(i, h) + G(h, j));
  return G;
}

// Components of the geodesic kernel without a shift are classical scaling of path lengths: Isomap.
TEST(Embed, GeodesicComponentsAreIsomap) {
  Matrix X(60, 2);  // an arc, a little thick
  for (Index i = 0; i < 60; ++i) {
    const double angle = 0.05 * static_cast<double>(i), r = 1 + 0.02 * static_cast<double>(i * 7 % 5);
    X.row(i) << r * std::cos(angle), r * std::sin(angle);
  }
  const Matrix G = all_paths(X, 6);
  ASSERT_TRUE(G.allFinite());
  const Matrix H = Matrix::Identity(60, 60) - Matrix::Constant(60, 60, 1.0 / 60);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(-0.5 * H * G.cwiseAbs2() * H);
  const EmbedResult r = embed(X, {.kernel = Geodesic{.neighbors = 6, .shift = DistanceShift::none}});
  for (Index a = 0; a < 2; ++a) {
    const double lambda = solver.eigenvalues()[59 - a];
    const Vector expected = std::sqrt(lambda) * solver.eigenvectors().col(59 - a);
    EXPECT_NEAR(r.values[a], lambda, 1e-8 * lambda);
    EXPECT_LT((r.coordinates.col(a).cwiseAbs() - expected.cwiseAbs()).norm(), 1e-6 * expected.norm());
  }
  EXPECT_LT((r.model.transform(X) - r.coordinates).norm(), 1e-6 * r.coordinates.norm());
  const test::TemporaryFolder folder;
  r.model.save(folder.file("e"));
  const Matrix between = 0.5 * (X.topRows(20) + X.middleRows(20, 20));
  EXPECT_TRUE(EmbedModel::load(folder.file("e")).transform(between) == r.model.transform(between));
}

// d_ij: the largest gap on the path whose largest gap is least, gaps being mutual reachability distances.
Matrix largest_gaps(const Matrix& X, Index min_points) {
  const Index n = X.rows();
  Matrix D(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) D(i, j) = (X.row(i) - X.row(j)).norm();
  Vector core(n);
  for (Index i = 0; i < n; ++i) {
    Vector row = D.row(i);
    std::sort(row.begin(), row.end());
    core[i] = row[min_points - 1];
  }
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      if (i != j && min_points > 1) D(i, j) = std::max({D(i, j), core[i], core[j]});
  for (Index h = 0; h < n; ++h)
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) D(i, j) = std::min(D(i, j), std::max(D(i, h), D(h, j)));
  return D;
}

// A new point is as far from the others as the point is through which it is reached, but from nobody less
// than from that one.
TEST(Embed, NewPointsOfTheConnectivityKernelAreReachedThroughTheirNearest) {
  const Matrix X = test::blobs(60, 2, 3, 7);
  for (const int min_points : {1, 4}) {
    const Matrix D = largest_gaps(X, min_points);
    const EmbedResult r = embed(X, {.dimensions = 3, .kernel = Connectivity{.min_points = min_points}});
    EXPECT_LT((r.model.transform(X) - r.coordinates).norm(), 1e-8 * r.coordinates.norm());
    const test::TemporaryFolder folder;
    r.model.save(folder.file("e"));
    const Matrix Z = 0.5 * (X.topRows(20) + X.middleRows(20, 20));
    const Matrix Y = EmbedModel::load(folder.file("e")).transform(Z);
    EXPECT_TRUE(Y == r.model.transform(Z));
    if (min_points > 1) continue;
    for (Index i = 0; i < Z.rows(); ++i) {
      Index through = 0;
      const double far = (X.rowwise() - Z.row(i)).rowwise().norm().minCoeff(&through);
      const Eigen::RowVectorXd k = 0.5 * (D.maxCoeff() - D.row(through).cwiseMax(far).array());
      EXPECT_LT((Y.row(i) - (k * r.model.coefficients - r.model.shift.transpose())).norm(), 1e-8) << i;
    }
  }
  const EmbedResult walk = embed(X, {.method = SpectralCoordinates{}, .kernel = Connectivity{}});
  const Matrix D = largest_gaps(X, 1);
  const Matrix K = 0.5 * (D.maxCoeff() - D.array());
  const Vector degrees = K.rowwise().sum();
  const Matrix expected = degrees.cwiseInverse().asDiagonal() * (K * walk.model.coefficients);
  EXPECT_LT((walk.model.transform(X) - expected).norm(), 1e-8 * expected.norm());
  EmbedModel broken = walk.model;
  TreeModel& tree = std::get<KnownTree>(broken.known).tree;
  tree.order[0] = tree.order[1];
  expect_error(Fault::data, {"don't fit together"}, [&] { EmbedModel::parse(broken.serialise()); });
}

TEST(Embed, BadInputIsNamed) {
  const Matrix X = test::blobs(20, 2, 3, 3);
  const auto refused = [&](Fault fault, std::vector<std::string> words, const Data& data, EmbedOptions o) {
    expect_error(fault, words, [&] { embed(data, o); });
  };
  refused(Fault::usage, {"dimensions = 0"}, X, {.dimensions = 0});
  refused(Fault::usage, {"dimensions = 20", "20 points"}, X, {.dimensions = 20});
  refused(Fault::usage, {"neighbors = 25"}, X, {.method = SpectralCoordinates{25}});
  refused(Fault::data, {"no points"}, Matrix(0, 2), {});
  refused(Fault::data, {"negative"}, Matrix{{0, -1, 0}, {-1, 0, 1}, {0, 1, 0}},
          {.dimensions = 1, .method = SpectralCoordinates{}, .kernel = Precomputed{}});
  const EmbedResult few = embed(X, {.dimensions = 5, .kernel = Linear{}});
  EXPECT_EQ(few.coordinates.cols(), 2);
  EXPECT_NE(few.warnings.at(0).what.find("2 axes"), std::string::npos);
  const EmbedResult r = embed(X, {.kernel = Linear{}});
  expect_error(Fault::data, {"3 columns"}, [&] { r.model.transform(Matrix(Matrix::Zero(2, 3))); });
}

}  // namespace
}  // namespace mercer
