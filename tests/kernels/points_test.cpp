// Packed points and their products, against the rows they came from.
#include "kernels/points.hpp"

#include "support.hpp"

namespace mercer {
namespace {

Matrix holes(Index n, Index d, std::uint64_t seed) {
  Matrix X = test::blobs(n, d, 3, seed);
  Random random(seed, 1);
  for (Index i = 0; i < X.size(); ++i)
    if (random.uniform() < 0.6) X.data()[i] = 0;
  X.row(n / 2).setZero();
  return X;
}

template <class T>
Matrix products_of(const PointBlock<T>& a, const PointBlock<T>& b, Index stride) {
  MatrixOf<T> out = MatrixOf<T>::Constant(a.count, stride, T(-7));
  products(a, b, out.data(), stride);
  for (Index r = 0; r < a.count; ++r)
    for (Index c = b.count; c < stride; ++c) EXPECT_EQ(out(r, c), T(-7)) << "written beyond the row";
  return out.leftCols(b.count).template cast<double>();
}

template <class T>
void expect_products(const Data& data, const Matrix& X, const Vector& centre, double tolerance) {
  const std::vector<Index> rows{11, 3, 3, 0};
  PointBlock<T> some, range;
  pack(data, centre, rows, some);
  pack(data, centre, 2, 9, range);
  const Matrix C = X.rowwise() - centre.transpose(), A = C(rows, Eigen::all), B = C.middleRows(2, 7);
  EXPECT_EQ(some.count, 4);
  EXPECT_EQ(range.count, 7);
  EXPECT_EQ(some.sparse, data.is_sparse());
  EXPECT_LT((products_of(some, range, 10) - A * B.transpose()).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_LT((products_of(range, some, 4) - B * A.transpose()).cwiseAbs().maxCoeff(), tolerance);
  for (Index r = 0; r < 7; ++r)
    EXPECT_NEAR(static_cast<double>(range.norms[static_cast<std::size_t>(r)]), B.row(r).squaredNorm(),
                tolerance);
}

TEST(Points, ProductsAreThoseOfTheRows) {
  const Matrix X = holes(12, 5, 1);
  const MatrixOf<float> F = X.cast<float>();
  const SparseMatrix S = X.sparseView();
  const Vector none = Vector::Zero(5), mean = X.colwise().mean().transpose();
  expect_products<double>(X, X, none, 1e-12);
  expect_products<double>(X, X, mean, 1e-12);
  expect_products<float>(X, X, mean, 1e-4);
  expect_products<double>(F, F.cast<double>(), mean, 1e-12);
  expect_products<double>(S, X, none, 1e-12);
  expect_products<float>(S, X, none, 1e-4);
}

TEST(Points, TheCentreIsTheMeanAndZeroForSparsePoints) {
  const Matrix X = holes(12, 5, 2);
  const SparseMatrix S = X.sparseView();
  EXPECT_LT((centre_of(X) - X.colwise().mean().transpose()).norm(), 1e-14);
  EXPECT_EQ(centre_of(S), Vector::Zero(5));
  EXPECT_EQ(centre_of(Matrix(0, 3)), Vector::Zero(3));
}

TEST(Points, ABlockCanBeUsedAgainForOtherPoints) {
  const Matrix X = holes(12, 5, 3);
  const SparseMatrix S = X.sparseView();
  PointBlock<double> block, fresh;
  pack(Data(S), Vector::Zero(5), 0, 12, block);
  pack(Data(S), Vector::Zero(5), 4, 6, block);
  pack(Data(S), Vector::Zero(5), 4, 6, fresh);
  EXPECT_EQ(block.values, fresh.values);
  EXPECT_EQ(block.features, fresh.features);
  EXPECT_EQ(block.start, fresh.start);
  EXPECT_EQ(block.norms, fresh.norms);
}

TEST(Points, NoColumnsGiveProductsOfZero) {
  PointBlock<double> block;
  pack(Data(Matrix(3, 0)), Vector(0), 0, 3, block);
  EXPECT_EQ(products_of(block, block, 3), Matrix::Zero(3, 3));
}

}  // namespace
}  // namespace mercer
