// Data: borrowed and owned, dense, float and sparse; and the standardizer.
#include "mercer/data.hpp"

#include <cmath>

#include "support.hpp"

namespace mercer {
namespace {

SparseMatrix sparse_of(const Matrix& X) { return X.sparseView(); }

// Mean and deviation (ddof = 0) of a column, from the definition.
std::pair<double, double> moments(const Matrix& X, Index column) {
  double mean = 0, square = 0;
  for (Index i = 0; i < X.rows(); ++i) mean += X(i, column) / static_cast<double>(X.rows());
  for (Index i = 0; i < X.rows(); ++i)
    square += (X(i, column) - mean) * (X(i, column) - mean) / static_cast<double>(X.rows());
  return {mean, std::sqrt(square)};
}

TEST(Data, ViewsBorrowAndOwnersShare) {
  Matrix X = test::blobs(6, 3, 2, 1);
  const Data view = Data::view(X.data(), 6, 3);
  const Data owned(X);
  X(2, 1) = 77;
  EXPECT_EQ(view.dense()(2, 1), 77);   // the caller's array itself
  EXPECT_NE(owned.dense()(2, 1), 77);  // its own
  const auto first = [](const Data& data) {
    return data.visit([](const auto& v) -> const void* {
      if constexpr (std::is_same_v<std::decay_t<decltype(v)>, SparseMatrix>)
        return v.valuePtr();
      else
        return v.values;
    });
  };
  const Data copy = owned;  // NOLINT(performance-unnecessary-copy-initialization): the copy is the test
  EXPECT_EQ(first(copy), first(owned));
  EXPECT_EQ(first(view), static_cast<const void*>(X.data()));
}

TEST(Data, CopiesOutliveTheirOriginal) {
  Data copy;
  EXPECT_EQ(copy.size(), 0);
  EXPECT_EQ(copy.dense().size(), 0);
  {
    const Data original(Matrix(Matrix::Constant(4, 2, 3)));
    copy = original;
  }
  EXPECT_EQ(copy.dense(), Matrix::Constant(4, 2, 3));
}

TEST(Data, ABorrowedArrayLivesAsLongAsTheDataThatShareItsOwner) {
  auto array = std::make_shared<const std::vector<float>>(8, 3.0F);
  const std::weak_ptr<const std::vector<float>> watched = array;
  Data copy = Data::view(array->data(), 4, 2, -1, array);
  array.reset();
  ASSERT_FALSE(watched.expired());
  EXPECT_EQ(copy.dense(), Matrix::Constant(4, 2, 3));
  copy = Data();
  EXPECT_TRUE(watched.expired());
}

TEST(Data, StridesAreSkipped) {
  const Matrix wide = test::blobs(5, 7, 2, 2);
  const MatrixOf<float> wide_float = wide.cast<float>();
  const Data part = Data::view(wide.data() + 1, 5, 3, 7), part_float = Data::view(wide_float.data(), 5, 2, 7);
  EXPECT_EQ(part.size(), 5);
  EXPECT_EQ(part.dimensions(), 3);
  EXPECT_EQ(part.dense(), wide.middleCols(1, 3));
  EXPECT_EQ(part_float.dense(), wide_float.leftCols(2).cast<double>());
}

TEST(Data, TakesRowsInAnyOrderAndKeepsTheKind) {
  Matrix X = test::blobs(8, 3, 2, 3);
  X.row(5).setZero();
  X(2, 1) = 0;
  const std::vector<Index> rows{5, 2, 2, 7};
  const Matrix expected = X(rows, Eigen::all);
  const Data sparse = Data(sparse_of(X)).take(rows),
             single = Data(MatrixOf<float>(X.cast<float>())).take(rows);
  EXPECT_EQ(Data(X).take(rows).dense(), expected);
  EXPECT_EQ(Data::view(X.data(), 8, 2, 3).take(rows).dense(), expected.leftCols(2));
  EXPECT_TRUE(sparse.is_sparse());
  EXPECT_EQ(sparse.dense(), expected);
  EXPECT_EQ(single.dense(), expected.cast<float>().cast<double>());
  EXPECT_TRUE(single.visit([]<class V>(const V&) { return std::is_same_v<V, DenseView<float>>; }));
  EXPECT_EQ(Data(X).take({}).size(), 0);
}

TEST(Data, UncompressedSparseMatricesAreCompressed) {
  SparseMatrix S(3, 4);
  S.insert(0, 3) = 1;
  S.insert(2, 0) = 2;
  ASSERT_FALSE(S.isCompressed());
  const Data data(S);
  EXPECT_TRUE(data.sparse().isCompressed());
  EXPECT_EQ(data.dense(), Matrix(S));
}

TEST(Standardizer, FollowsTheDefinition) {
  const Matrix X = test::blobs(40, 3, 2, 4).array() + 1e4;
  const MatrixOf<float> F = X.cast<float>();
  for (const Data& data : {Data(X), Data(F)}) {
    const Standardizer s = Standardizer::learn(data);
    const Matrix Z = s.apply(data).dense(), values = data.dense();
    for (Index j = 0; j < 3; ++j) {
      const auto [mean, deviation] = moments(values, j);
      EXPECT_NEAR(s.mean[j], mean, 1e-11 * std::abs(mean));
      EXPECT_NEAR(s.scale[j], deviation, 1e-10 * deviation);
      for (Index i = 0; i < 40; ++i) EXPECT_NEAR(Z(i, j), (values(i, j) - mean) / deviation, 1e-9);
    }
  }
}

TEST(Standardizer, SparseDataAreScaledAndStaySparse) {
  Matrix X = test::blobs(30, 4, 2, 5);
  for (Index i = 0; i < 30; ++i) X(i, i % 4) = 0;
  X.col(2).setZero();
  const Data data(sparse_of(X));
  const Standardizer s = Standardizer::learn(data);
  const Data out = s.apply(data);
  EXPECT_EQ(s.mean, Vector::Zero(4));
  EXPECT_EQ(s.scale[2], 1);
  EXPECT_EQ(out.sparse().nonZeros(), data.sparse().nonZeros());
  for (Index j : {0, 1, 3}) {
    EXPECT_NEAR(s.scale[j], moments(X, j).second, 1e-12);
    for (Index i = 0; i < 30; ++i) EXPECT_NEAR(out.dense()(i, j), X(i, j) / s.scale[j], 1e-12);
  }
}

// The mean of n equal numbers is not always that number: what is left of it is no deviation.
TEST(Standardizer, AConstantColumnKeepsScaleOne) {
  for (double value : {0.0, 0.1, -1e6 / 3, 1e150 / 3})
    for (Index n : {1, 10, 1000}) {
      const Matrix X = Matrix::Constant(n, 1, value);
      EXPECT_EQ(Standardizer::learn(X).scale[0], 1) << value << " x " << n;
      EXPECT_EQ(Standardizer::learn(sparse_of(X)).scale[0], 1) << value << " x " << n;
    }
  Matrix nearly = Matrix::Constant(10, 1, 1.0);
  nearly(3, 0) += 1e-9;
  EXPECT_LT(Standardizer::learn(nearly).scale[0], 1e-9);  // a small deviation is one
}

TEST(Standardizer, AnEmptyOneChangesNothing) {
  const Matrix X = test::blobs(5, 2, 1, 6);
  EXPECT_TRUE(Standardizer{}.empty());
  EXPECT_EQ(Standardizer{}.apply(X).dense(), X);
}

}  // namespace
}  // namespace mercer
