// The spaces against distances formed straight from the points, or from the kernel matrix.
#include "space/space.hpp"

#include "space/feature_space.hpp"
#include "space/gram_space.hpp"
#include "space/preimage_space.hpp"
#include "space/vector_space.hpp"
#include "support.hpp"

namespace mercer {
namespace {

constexpr double gamma_used = 0.05;

Matrix random_weights(Index n, Index c, std::uint64_t seed) {
  Random random(seed);
  Matrix W(n, c);
  for (Index i = 0; i < W.size(); ++i) W.data()[i] = random.uniform();
  return W;
}

// A space, and |phi(x_i)|^2 + ... from the definition: D2(i, j) for weights W from a kernel matrix K.
struct Case {
  std::string name;
  std::shared_ptr<Space> space;
  Matrix K;  // the kernel behind it
  double tolerance;
};
Matrix distances_by_definition(const Matrix& K, const Matrix& W) {
  const Matrix G = W * W.colwise().sum().cwiseInverse().asDiagonal();
  const Matrix KG = K * G;
  const Vector norms = G.cwiseProduct(KG).colwise().sum();
  return ((-2 * KG).colwise() + K.diagonal()).rowwise() + norms.transpose();
}

std::vector<Case> cases() {
  const Matrix X = test::blobs(60, 3, 3, 1);
  Matrix holes = X;
  for (Index i = 0; i < holes.size(); i += 2) holes.data()[i] = 0;
  const SparseMatrix S = holes.sparseView();
  const MatrixOf<float> F = X.cast<float>();
  const Matrix centred = X.rowwise() - X.colwise().mean();
  const Kernel gaussian = Gaussian{.gamma = gamma_used};
  const Matrix KG = test::reference_gram(X, Gaussian{.sigma = std::sqrt(0.5 / gamma_used)});
  return {{"vectors", std::make_shared<VectorSpace>(X), X * X.transpose(), 1e-10},
          {"float vectors", std::make_shared<VectorSpace>(F), F.cast<double>() * F.cast<double>().transpose(),
           1e-10},
          {"features", std::make_shared<FeatureSpace<double>>(centred), centred * centred.transpose(), 1e-10},
          {"float features", std::make_shared<FeatureSpace<float>>(centred.cast<float>()),
           centred * centred.transpose(), 1e-4},
          {"sparse vectors", std::make_shared<VectorSpace>(S), holes * holes.transpose(), 1e-10},
          {"tiled", std::make_shared<GramSpace>(test::point_gram<double>(X, gaussian)), KG, 1e-12},
          {"float tiles", std::make_shared<GramSpace>(test::point_gram<float>(X, gaussian)), KG, 2e-5},
          {"given", std::make_shared<GramSpace>(std::make_shared<GivenGram>(KG, Precomputed{})), KG, 1e-12}};
}

class SpaceOf : public testing::TestWithParam<std::size_t> {
 protected:
  Case c = cases()[GetParam()];
};

TEST_P(SpaceOf, DistancesFollowTheDefinition) {
  const Matrix W = random_weights(60, 4, 2);
  Prototypes P;
  c.space->place(W, P);
  EXPECT_EQ(P.count(), 4);
  EXPECT_LT((P.mass - W.colwise().sum().transpose()).norm(), 1e-12);
  const Matrix expected = distances_by_definition(c.K, W);
  const Matrix all = all_distances(*c.space, P);
  ASSERT_EQ(all.rows(), 60);
  ASSERT_EQ(all.cols(), 4);
  EXPECT_LT((all - expected).cwiseAbs().maxCoeff(), c.tolerance) << c.name;
  const std::vector<Index> points{47, 5, 5, 59};
  Matrix some;
  c.space->distances(P, points, {1, 4}, some);
  ASSERT_EQ(some.rows(), 4);
  ASSERT_EQ(some.cols(), 3);
  EXPECT_LT((some - expected(points, Eigen::seqN(1, 3))).cwiseAbs().maxCoeff(), c.tolerance) << c.name;
}

TEST_P(SpaceOf, DistancesBetweenPointsFollowTheDefinition) {
  const std::vector<Index> points{7, 3, 3, 59}, rows{0, 7, 12};
  Matrix to, between;
  c.space->to_points(points, to);
  c.space->between(rows, points, between);
  for (std::size_t h = 0; h < points.size(); ++h) {
    const auto column = static_cast<Index>(h);
    for (Index i = 0; i < 60; ++i)
      EXPECT_NEAR(to(i, column), c.K(i, i) + c.K(points[h], points[h]) - 2 * c.K(i, points[h]), c.tolerance);
    EXPECT_EQ(to(points[h], column), 0) << c.name;  // a point is where it is, to the last bit
    for (std::size_t r = 0; r < rows.size(); ++r)
      EXPECT_NEAR(between(static_cast<Index>(r), column), to(rows[r], column), c.tolerance);
  }
}

TEST_P(SpaceOf, MovingEqualsPlacing) {
  Matrix W = random_weights(60, 3, 3);
  Prototypes moved, placed;
  c.space->place(W, moved);
  SparseRows change;
  for (Index i : {Index{0}, Index{9}, Index{58}}) {
    change.add_row(i);
    change.add(0, -W(i, 0));
    change.add(2, 1.5);
    W(i, 2) += 1.5;
    W(i, 0) = 0;
  }
  c.space->move(change, moved);
  c.space->place(W, placed);
  EXPECT_LT((moved.mass - placed.mass).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((moved.norm - placed.norm).cwiseAbs().maxCoeff(), c.tolerance * 1e4) << c.name;
  const Matrix a = all_distances(*c.space, moved), b = all_distances(*c.space, placed);
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), c.tolerance) << c.name;
}

TEST_P(SpaceOf, SelectedPrototypesAreTheSame) {
  Prototypes P;
  c.space->place(random_weights(60, 5, 4), P);
  const std::vector<Index> columns{4, 1};
  const Prototypes two = c.space->select(P, columns);
  const Matrix all = all_distances(*c.space, P), some = all_distances(*c.space, two);
  EXPECT_LT((all(Eigen::all, columns) - some).cwiseAbs().maxCoeff(), 1e-12);
}

TEST_P(SpaceOf, PrototypesThatArePutAreThoseOfTheOthers) {
  Prototypes from, to;
  c.space->place(random_weights(60, 4, 5), from);
  c.space->place(random_weights(60, 4, 6), to);
  const Matrix others = all_distances(*c.space, to), theirs = all_distances(*c.space, from);
  c.space->put(from, std::vector<Index>{3, 0}, to);
  const Matrix now = all_distances(*c.space, to);
  for (const Index j : {0, 3}) EXPECT_EQ(now.col(j), theirs.col(j)) << c.name;
  for (const Index j : {1, 2}) EXPECT_EQ(now.col(j), others.col(j)) << c.name;
  EXPECT_EQ(to.mass[3], from.mass[3]);
  EXPECT_EQ(to.norm[0], from.norm[0]);
}

// Copies share their sums until one of them is written.
TEST_P(SpaceOf, ACopyIsAValueOfItsOwn) {
  Prototypes P;
  c.space->place(random_weights(60, 3, 8), P);
  const Prototypes kept = P;
  EXPECT_EQ(kept.sums, P.sums);
  const Matrix before = all_distances(*c.space, P);
  SparseRows one;
  one.add_row(11);
  one.add(1, 3.0);
  c.space->move(one, P);
  EXPECT_EQ(all_distances(*c.space, kept), before) << c.name;
  EXPECT_GT((all_distances(*c.space, P) - before).col(1).cwiseAbs().maxCoeff(), 1e-3) << c.name;
  Prototypes placed = kept, put = kept;
  c.space->place(random_weights(60, 3, 9), placed);
  c.space->put(P, std::vector<Index>{1}, put);
  EXPECT_EQ(all_distances(*c.space, kept), before) << c.name;
}

// W = Z H, where every point is in one column of Z for each of two starts.
TEST_P(SpaceOf, SpreadingEqualsPlacing) {
  const Index k = 3;
  const Matrix H = random_weights(k, k, 10);
  const Vector w = Vector::LinSpaced(60, 0.5, 2);
  Random random(11);
  std::vector<Index> owner;
  Matrix Z = Matrix::Zero(60, 2 * k), W(60, 2 * k);
  for (Index i = 0; i < 60; ++i)
    for (Index s = 0; s < 2; ++s) {
      owner.push_back(s * k + random.below(k));
      Z(i, owner.back()) = w[i];
      W.row(i).segment(s * k, k) = w[i] * H.row(owner.back() - s * k);
    }
  Prototypes sums, placed;
  c.space->place(Z, sums);
  c.space->place(W, placed);
  const Prototypes spread = c.space->spread(sums, H, owner, w);
  EXPECT_LT((spread.mass - placed.mass).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((spread.norm - placed.norm).cwiseAbs().maxCoeff(), c.tolerance * 1e4) << c.name;
  EXPECT_LT((all_distances(*c.space, spread) - all_distances(*c.space, placed)).cwiseAbs().maxCoeff(),
            10 * c.tolerance)
      << c.name;
}

TEST_P(SpaceOf, TheNearestAreFoundAndWhatMovedIsTold) {
  Prototypes P;
  c.space->place(random_weights(60, 5, 12), P);
  const Matrix D2 = all_distances(*c.space, P);
  Labels labels = test::random_labels(60, 3, 13);
  labels[7] = -1;
  const Labels before = labels;
  const Moves moves = c.space->nearest(P, {2, 5}, labels);
  Moves expected;
  for (Index i = 0; i < 60; ++i) {
    const auto at = static_cast<std::size_t>(i);
    EXPECT_NEAR(D2(i, 2 + labels[at]), D2.row(i).tail(3).minCoeff(), c.tolerance) << c.name;
    if (labels[at] != before[at]) expected.add(i, before[at], labels[at]);
  }
  EXPECT_FALSE(moves.empty());
  EXPECT_EQ(moves.points, expected.points);
  EXPECT_EQ(moves.from, expected.from);
  EXPECT_EQ(moves.to, expected.to);
  EXPECT_TRUE(c.space->nearest(P, {2, 5}, labels).empty());
}

TEST_P(SpaceOf, EmptyPrototypesAreInfinitelyFar) {
  Prototypes P = c.space->none(3);
  SparseRows one;
  one.add_row(4);
  one.add(1, 2.0);
  c.space->move(one, P);
  const Matrix D2 = all_distances(*c.space, P);
  EXPECT_TRUE((D2.col(0).array() == INFINITY).all());
  EXPECT_TRUE((D2.col(2).array() == INFINITY).all());
  EXPECT_TRUE(D2.col(1).allFinite());
  EXPECT_NEAR(D2(4, 1), 0, c.tolerance);
  EXPECT_EQ(P.squared_norm(0), 0);
}

// sum_i w_i |phi_i - own v|^2 = sum_i w_i |phi_i|^2 - sum_j norm_j / mass_j
TEST_P(SpaceOf, WithinIsTheWeightedSumOfOwnDistances) {
  Random random(5);
  Matrix W = Matrix::Zero(60, 3);
  Vector w(60);
  for (Index i = 0; i < 60; ++i) W(i, i % 3) = w[i] = random.uniform(0.5, 2);
  Prototypes P;
  c.space->place(W, P);
  const Matrix D2 = distances_by_definition(c.K, W);
  double expected = 0;
  for (Index i = 0; i < 60; ++i) expected += w[i] * D2(i, i % 3);
  EXPECT_NEAR(within(P, 0, 3, w.dot(c.space->self())), expected, 100 * c.tolerance) << c.name;
}

INSTANTIATE_TEST_SUITE_P(All, SpaceOf, testing::Range(std::size_t{0}, std::size_t{8}));

TEST(VectorSpace, CoordinatesAreTheWeightedMeans) {
  const Matrix X = test::blobs(40, 2, 3, 6).array() + 1e4, W = random_weights(40, 3, 6);
  const VectorSpace space{Data(X)};
  Prototypes P;
  space.place(W, P);
  const Matrix means = W.colwise().sum().cwiseInverse().asDiagonal() * (W.transpose() * X);
  EXPECT_LT((space.coordinates(P) - means).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_LT((space.coordinates(space.none(1)) - X.colwise().mean()).norm(), 1e-10);
}

TEST(VectorSpace, PrototypesStandAtGivenVectors) {
  const Matrix X = test::blobs(40, 3, 3, 6), V = test::blobs(4, 3, 4, 9);
  const VectorSpace space{Data(X)};
  const Prototypes P = VectorSpace::at(V);
  EXPECT_EQ(space.means(P), V);
  const Matrix D2 = all_distances(space, P);
  const Eigen::RowVectorXd centre = X.colwise().mean();
  for (Index j = 0; j < 4; ++j) EXPECT_NEAR(D2(17, j), (X.row(17) - centre - V.row(j)).squaredNorm(), 1e-10);
}

// Blocks of 256 points, each once, whatever shares the work.
TEST(Scan, EveryBlockIsVisitedOnce) {
  const VectorSpace space{Data(test::blobs(1000, 2, 3, 6))};
  Prototypes P;
  space.place(random_weights(1000, 3, 6), P);
  std::array<std::atomic<int>, 4> visits{};
  space.scan(P, {1, 3}, [&](Range points, Block& D2) {
    EXPECT_EQ(points.begin % points_together, 0);
    EXPECT_EQ(points.end, std::min<Index>(1000, points.begin + points_together));
    EXPECT_EQ(D2.rows(), points.size());
    EXPECT_EQ(D2.cols(), 2);
    ++visits[static_cast<std::size_t>(points.begin / points_together)];
  });
  for (const auto& count : visits) EXPECT_EQ(count, 1);
}

TEST(Prototypes, ThoseOfAnotherSpaceAreRefused) {
  const Matrix X = test::blobs(20, 2, 2, 6);
  const VectorSpace vectors{Data(X)};
  const GramSpace products{test::point_gram<double>(X, Gaussian{.sigma = 1.0})};
  EXPECT_THROW(all_distances(products, vectors.none(2)), Error);
  EXPECT_THROW(all_distances(vectors, products.none(2)), Error);
  EXPECT_THROW(all_distances(vectors, {nullptr, Vector::Ones(2), Vector::Ones(2)}), Error);
}

TEST(VectorSpace, ALargeOffsetCostsNoDigits) {
  const Matrix X = test::blobs(40, 3, 3, 7);
  const Matrix far = X.array() + 1048576.0;  // a power of two: the points lose few digits themselves
  Matrix near_D2, far_D2;
  const std::vector<Index> all{0, 5, 39};
  VectorSpace{Data(X)}.to_points(all, near_D2);
  VectorSpace{Data(far)}.to_points(all, far_D2);
  EXPECT_LT((near_D2 - far_D2).cwiseAbs().maxCoeff(), 1e-7);
}

// v_j = sum W K(x, v) x / sum W K(x, v) about the earlier v; the first time the plain mean.
TEST(PreimageSpace, PlacesByItsUpdateAndMeasuresInFeatureSpace) {
  const Matrix X = test::blobs(50, 2, 3, 8), W = random_weights(50, 2, 8);
  const PreimageSpace space{Data(X), gamma_used};
  Prototypes P;
  space.place(W, P);
  const Matrix first = W.colwise().sum().cwiseInverse().asDiagonal() * (W.transpose() * X);
  EXPECT_LT((space.coordinates(P) - first).cwiseAbs().maxCoeff(), 1e-12);
  const Matrix D2 = all_distances(space, P);
  Matrix weighed = W;
  for (Index i = 0; i < 50; ++i)
    for (Index j = 0; j < 2; ++j) {
      const double k = std::exp(-gamma_used * (X.row(i) - first.row(j)).squaredNorm());
      EXPECT_NEAR(D2(i, j), 2 * (1 - k), 1e-12);
      weighed(i, j) *= k;
    }
  space.place(W, P);
  const Matrix second = weighed.colwise().sum().cwiseInverse().asDiagonal() * (weighed.transpose() * X);
  EXPECT_LT((space.coordinates(P) - second).cwiseAbs().maxCoeff(), 1e-12);
  const std::vector<Index> points{3, 11};
  Matrix to, between;
  space.to_points(points, to);
  space.between(points, points, between);
  for (Index i = 0; i < 50; ++i)
    EXPECT_NEAR(to(i, 1), 2 - 2 * std::exp(-gamma_used * (X.row(i) - X.row(11)).squaredNorm()), 1e-12);
  EXPECT_NEAR(between(0, 1), to(3, 1), 1e-14);
  EXPECT_EQ(between(0, 0), 0);
}

TEST(GramSpace, AKernelThatOverflowsIsNamed) {
  Matrix K = Matrix::Identity(4, 4);
  K(2, 2) = INFINITY;
  try {
    GramSpace{std::make_shared<GivenGram>(K, Precomputed{})};
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("point 3"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace mercer
