// Neighbours against a search that looks at every pair: the same points in the same order, ties included.
#include "mercer/neighbors.hpp"

#include <algorithm>

#include "io/temporary.hpp"
#include "neighbors/blocked.hpp"
#include "neighbors/kd_tree.hpp"
#include "support.hpp"

namespace mercer {
namespace {

using test::expect_error;

// All pairs, summed column by column, sorted stably: of equals the lower index stays first.
Neighbors exhaustive(const Matrix& Z, const Matrix& X, Index k, bool among_others) {
  Neighbors out{MatrixOf<int>(Z.rows(), k), Matrix(Z.rows(), k)};
  std::vector<double> d2(static_cast<std::size_t>(X.rows()));
  for (Index i = 0; i < Z.rows(); ++i) {
    std::vector<int> order;
    for (Index h = 0; h < X.rows(); ++h) {
      double sum = 0;
      for (Index j = 0; j < X.cols(); ++j) sum += (Z(i, j) - X(h, j)) * (Z(i, j) - X(h, j));
      d2[static_cast<std::size_t>(h)] = sum;
      if (!among_others || h != i) order.push_back(static_cast<int>(h));
    }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      return d2[static_cast<std::size_t>(a)] < d2[static_cast<std::size_t>(b)];
    });
    for (Index c = 0; c < k; ++c) {
      out.indices(i, c) = order[static_cast<std::size_t>(c)];
      out.distances(i, c) = std::sqrt(d2[static_cast<std::size_t>(order[static_cast<std::size_t>(c)])]);
    }
  }
  return out;
}

void expect_equal(const Neighbors& found, const Neighbors& expected) {
  ASSERT_EQ(found.indices.rows(), expected.indices.rows());
  ASSERT_EQ(found.indices.cols(), expected.indices.cols());
  for (Index i = 0; i < found.indices.rows(); ++i)
    ASSERT_EQ(found.indices.row(i), expected.indices.row(i)) << "row " << i;
  EXPECT_EQ(found.distances, expected.distances);
}

Matrix normals(Index n, Index d, std::uint64_t seed) {
  Random random(seed);
  Matrix X(n, d);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = random.normal();
  return X;
}
// Few values a column: most distances occur many times.
Matrix grid(Index n, Index d, std::int64_t values, std::uint64_t seed) {
  Random random(seed);
  Matrix X(n, d);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = static_cast<double>(random.below(values));
  return X;
}

struct Set {
  std::string name;
  Matrix X;
};
std::vector<Set> sets(Index n, Index d) {
  Matrix copies = normals(n, d, 4);
  for (Index i = 0; i < n; i += 3) copies.row(i) = copies.row(i / 7);
  Matrix far = normals(n, d, 6);  // groups that float can't resolve
  for (Index i = 0; i < n; ++i) far.row(i).array() += 1e7 * static_cast<double>(i % 4);
  Matrix outlier = normals(n, d, 7);
  outlier.row(n / 2).setConstant(1e9);
  return {{"normal", normals(n, d, 1)},
          {"grid", grid(n, d, 3, 2)},
          {"bits", grid(n, d, 2, 3)},
          {"copies", copies},
          {"constant", Matrix::Constant(n, d, 2.5)},
          {"offset", normals(n, d, 5).array() + 1e6},
          {"far groups", far},
          {"outlier", outlier},
          {"large", 1e100 * normals(n, d, 8)},
          {"small", 1e-100 * normals(n, d, 9)},
          {"vanishing squares", 1e-170 * normals(n, d, 10)}};
}

class NeighborsOf : public testing::TestWithParam<Index> {};

TEST_P(NeighborsOf, PointsAmongThemselvesEqualAnExhaustiveSearch) {
  const Index d = GetParam();
  for (Index n : {2, 40, 700})
    for (const auto& [name, X] : sets(n, d)) {
      SCOPED_TRACE(name + ", n = " + std::to_string(n));
      const Index k = std::min<Index>(9, n - 1);
      const Neighbors expected = exhaustive(X, X, k, true);
      expect_equal(blocked_neighbors(X, X, k, true), expected);
      expect_equal(tree_neighbors(X, X, k, true), expected);
      expect_equal(nearest_neighbors(X, 1), {expected.indices.leftCols(1), expected.distances.leftCols(1)});
    }
}

TEST_P(NeighborsOf, NewPointsEqualAnExhaustiveSearch) {
  const Index d = GetParam();
  for (const auto& [name, X] : sets(530, d)) {
    SCOPED_TRACE(name);
    Matrix Z = sets(150, d)[0].X;
    Z.topRows(50) = X.bottomRows(50);
    const Neighbors expected = exhaustive(Z, X, 6, false);
    expect_equal(blocked_neighbors(Z, X, 6, false), expected);
    expect_equal(tree_neighbors(Z, X, 6, false), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Dimensions, NeighborsOf, testing::Values(1, 2, 3, 10, 50, 200));

TEST(Neighbors, AllOthersCanBeAskedFor) {
  for (Index d : {2, 30}) {
    const Matrix X = grid(120, d, 4, 11);
    expect_equal(nearest_neighbors(X, 119), exhaustive(X, X, 119, true));
    expect_equal(nearest_neighbors(X, X, 120), exhaustive(X, X, 120, false));
  }
}

TEST(Neighbors, ThePrecisionAndTheStrideOfTheDataDoNotMatter) {
  for (Index d : {3, 40}) {
    const MatrixOf<float> F = normals(400, d + 2, 12).cast<float>();
    const Matrix X = F.leftCols(d).cast<double>();
    const Data view = Data::view(F.data(), 400, d, d + 2);
    const Neighbors expected = exhaustive(X, X, 5, true);
    expect_equal(nearest_neighbors(view, 5), expected);
    expect_equal(nearest_neighbors(X, view, 5), exhaustive(X, X, 5, false));
  }
}

TEST(Neighbors, SparsePointsGiveWhatDenseOnesGive) {
  Random random(13);
  Matrix X = Matrix::Zero(600, 80);
  for (Index i = 0; i < X.size(); ++i)
    if (random.uniform() < 0.05) X.data()[i] = static_cast<double>(random.below(4));
  const SparseMatrix S = X.sparseView();
  const Neighbors expected = exhaustive(X, X, 7, true);
  expect_equal(nearest_neighbors(S, 7), expected);
  expect_equal(nearest_neighbors(S, X, 7), exhaustive(X, X, 7, false));
  expect_equal(nearest_neighbors(X, S, 7), exhaustive(X, X, 7, false));
}

TEST(Neighbors, TheNumberOfThreadsDoesNotMatter) {
  for (Index d : {2, 24}) {
    const Matrix X = grid(2100, d, 5, 14);
    const Neighbors one = nearest_neighbors(X, 8, {.threads = 1});
    for (int threads : {2, 3, 8}) expect_equal(nearest_neighbors(X, 8, {.threads = threads}), one);
  }
}

// Rows that share no column are equally far apart: the first ones come first, however the rows are held, and
// whatever rounding says of their lengths.
TEST(Neighbors, EqualCosinesGoToTheFirst) {
  constexpr Index n = 60;
  Random random(4);
  Matrix X = Matrix::Zero(n, 4 * n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < 4; ++j) X(i, 4 * i + j) = random.uniform(0.1, 3);
  X(1, 0) = 1;  // only the first two have a column in common
  const NeighborOptions cosine{.metric = Metric::cosine};
  const Neighbors dense = nearest_neighbors(X, 5, cosine);
  EXPECT_EQ(dense.indices.row(0), (Eigen::RowVectorXi(5) << 1, 2, 3, 4, 5).finished());
  EXPECT_EQ(dense.indices.row(1), (Eigen::RowVectorXi(5) << 0, 2, 3, 4, 5).finished());
  for (Index i = 6; i < n; ++i)
    EXPECT_EQ(dense.indices.row(i), (Eigen::RowVectorXi(5) << 0, 1, 2, 3, 4).finished());
  expect_equal(nearest_neighbors(Data(SparseMatrix(X.sparseView())), 5, cosine), dense);
}

TEST(Neighbors, CosineDistancesDoNotSeeLengths) {
  const Matrix X = normals(300, 12, 15);
  const SparseMatrix S = X.sparseView();
  Matrix unit = X.rowwise().normalized();
  const Neighbors expected = exhaustive(unit, unit, 6, true);
  const NeighborOptions cosine{.metric = Metric::cosine};
  for (const Data& data : {Data(X), Data(Matrix(Vector::LinSpaced(300, 1, 9).asDiagonal() * X)), Data(S)}) {
    const Neighbors found = nearest_neighbors(data, 6, cosine);
    EXPECT_EQ(found.indices, expected.indices);
    for (Index i = 0; i < 300; ++i)
      EXPECT_NEAR(found.distances(i, 5), 1 - unit.row(i).dot(unit.row(found.indices(i, 5))), 1e-12);
  }
  EXPECT_EQ(nearest_neighbors(X, X, 1, cosine).indices.col(0), Eigen::VectorXi::LinSpaced(300, 0, 299));
  Matrix zero = X;
  zero.row(3).setZero();
  expect_error(Fault::data, {"point 4 is zero"}, [&] { nearest_neighbors(zero, 2, cosine); });
}

TEST(Neighbors, GivenDistancesAreSelectedFrom) {
  const Matrix X = grid(60, 3, 3, 16);
  Matrix D(60, 60);
  for (Index i = 0; i < 60; ++i)
    for (Index j = 0; j < 60; ++j) D(i, j) = (X.row(i) - X.row(j)).norm();
  expect_equal(nearest_by_distance(D, 5, true), exhaustive(X, X, 5, true));
  expect_equal(nearest_by_distance(D, 60, false), exhaustive(X, X, 60, false));
  expect_equal(nearest_by_distance(Matrix(D.topRows(7)), 3, false), exhaustive(X.topRows(7), X, 3, false));
  expect_error(Fault::data, {"7 rows", "square"},
               [&] { nearest_by_distance(Matrix(D.topRows(7)), 3, true); });
  expect_error(Fault::data, {"sparse"}, [&] { nearest_by_distance(SparseMatrix(D.sparseView()), 3, true); });
}

TEST(Neighbors, WhatCannotBeAnsweredIsRefused) {
  const Matrix X = normals(10, 3, 17);
  expect_error(Fault::usage, {"neighbors = 10", "9 other points"}, [&] { nearest_neighbors(X, 10); });
  expect_error(Fault::usage, {"neighbors = 11", "10 points"}, [&] { nearest_neighbors(X, X, 11); });
  expect_error(Fault::usage, {"neighbors = 0"}, [&] { nearest_neighbors(X, 0); });
  expect_error(Fault::data, {"2 columns", "3"}, [&] { nearest_neighbors(Matrix(X.leftCols(2)), X, 2); });
  Matrix bad = X;
  bad(4, 1) = NAN;
  expect_error(Fault::data, {"row 5, column 2"}, [&] { nearest_neighbors(bad, 2); });
  bad(4, 1) = 1e200;
  expect_error(Fault::data, {"point 5", "scale"}, [&] { nearest_neighbors(bad, 2); });
  EXPECT_EQ(nearest_neighbors(Matrix(0, 3), X, 2).indices.rows(), 0);
  EXPECT_EQ(nearest_neighbors(Matrix(4, 0), 2).indices.row(1), Eigen::RowVector2i(0, 2));
}

}  // namespace
}  // namespace mercer
