#include "space/feature_space.hpp"

#include <limits>

#include "core/blas.hpp"
#include "core/tile_math.hpp"
#include "space/partial_sums.hpp"

namespace mercer {
namespace {

// A B' for row-major A (m x r, as it lies) and B
template <class T>
MatrixOf<T> multiply(const T* A, Index m, Index stride, const MatrixOf<T>& B) {
  MatrixOf<T> C = MatrixOf<T>::Zero(m, B.rows());
  if (B.cols() > 0 && B.rows() > 0 && m > 0)
    blas::multiply_transposed(m, B.rows(), B.cols(), T(1), A, stride, B.data(), B.cols(), T(0), C.data(),
                              C.cols());
  return C;
}

// z.v for rows z (as they lie) and the rows v of V: a value depends only on its two vectors
template <class T>
MatrixOf<T> tile_products(const T* Z, Index count, const MatrixOf<T>& V) {
  MatrixOf<T> products(count, V.rows());
  AlignedVector<T> panels;
  make_panels(V.data(), V.rows(), V.cols(), panels);
  const AlignedVector<T> no_norms(static_cast<std::size_t>(std::max(count, V.rows())), T(0));
  fill_tile<T>(TileFunction::product, T(0), V.cols(), {Z, count, no_norms.data()},
               {panels.data(), V.rows(), no_norms.data()}, products.data(), products.cols());
  return products;
}

// |z|^2 + |v|^2 - 2 z.v
template <class T, class Self>
void expand_products(const MatrixOf<T>& products, const Self& self, const Vector& norms, Matrix& D2) {
  D2.resize(products.rows(), products.cols());
  for (Index r = 0; r < D2.rows(); ++r)
    for (Index j = 0; j < D2.cols(); ++j)
      D2(r, j) = std::max(0.0, self[r] + norms[j] - 2 * static_cast<double>(products(r, j)));
}

}  // namespace

template <class T>
FeatureSpace<T>::FeatureSpace(MatrixOf<T> features)
    : VectorSpace(Data(std::move(features)), AlreadyCentred{}),
      features_(data().visit([]<class V>(const V& v) -> DenseView<T> {
        if constexpr (std::is_same_v<V, DenseView<T>>)
          return v;
        else
          return {};
      })) {}

// WX = W' Z, some rows at a time
template <class T>
void FeatureSpace<T>::place(const Matrix& W, Prototypes& P, Control*) const {
  Matrix& WX = fresh_sums<VectorSums>(P).WX;
  WX = Matrix::Zero(W.cols(), rank());
  add_in_parts(size(), points_together, WX, [&](Index from, Index to, Matrix& sum) {
    MatrixOf<T> product(W.cols(), rank());
    for (Index begin = from; begin < to; begin += points_together) {
      const Index count = std::min(points_together, to - begin);
      const MatrixOf<T> weights = W.middleRows(begin, count).transpose().template cast<T>();
      blas::multiply(W.cols(), rank(), count, weights.data(), count, row(begin), features_.stride,
                     product.data(), rank());
      sum += product.template cast<double>();
    }
  });
  P.mass = W.colwise().sum().transpose();
  P.norm = WX.rowwise().squaredNorm();
}

// WX += dW' Z
template <class T>
void FeatureSpace<T>::move(const SparseRows& dW, Prototypes& P, Control*) const {
  if (dW.empty()) return;
  Matrix& WX = write_sums<VectorSums>(P).WX;
  using Row = Eigen::Map<const Eigen::Matrix<T, 1, Eigen::Dynamic>>;
  add_in_parts(static_cast<Index>(dW.rows.size()), 4096, WX, [&](Index from, Index to, Matrix& sum) {
    for (Index r = from; r < to; ++r)
      for (Index e = dW.start[static_cast<std::size_t>(r)]; e < dW.start[static_cast<std::size_t>(r) + 1];
           ++e) {
        const auto entry = static_cast<std::size_t>(e);
        sum.row(dW.columns[entry]) +=
            dW.values[entry] * Row(row(dW.rows[static_cast<std::size_t>(r)]), rank()).template cast<double>();
      }
  });
  for (std::size_t e = 0; e < dW.columns.size(); ++e) P.mass[dW.columns[e]] += dW.values[e];
  P.norm = WX.rowwise().squaredNorm();
}

template <class T>
void FeatureSpace<T>::block(const Prototypes& P, Range points, Range columns, Matrix& D2) const {
  const auto [V, norms] = means_of(P, columns);
  expand_products(tile_products(row(points.begin), points.size(), MatrixOf<T>(V.template cast<T>())),
                  self().segment(points.begin, points.size()), norms, D2);
}

// The same values with the points on the other side of the products: there may be few prototypes.
template <class T>
void FeatureSpace<T>::distances_of(std::span<const Index> points, const PointBlock<double>& rows,
                                   const Means& means, Matrix& D2) const {
  const auto count = static_cast<Index>(points.size());
  const MatrixOf<T> Z = Eigen::Map<const Matrix>(rows.values.data(), count, rank()).template cast<T>();
  const MatrixOf<T> V = means.vectors.template cast<T>();
  const MatrixOf<T> products = tile_products(V.data(), V.rows(), Z).transpose();
  expand_products(products, self()(points), means.norms, D2);
}

template <class T>
MatrixOf<T> FeatureSpace<T>::gather(std::span<const Index> points) const {
  MatrixOf<T> Z(static_cast<Index>(points.size()), rank());
  for (Index r = 0; r < Z.rows(); ++r)
    std::copy_n(row(points[static_cast<std::size_t>(r)]), rank(), Z.data() + r * rank());
  return Z;
}

template <class T>
void FeatureSpace<T>::to_points(std::span<const Index> points, Matrix& D2, Control*) const {
  const MatrixOf<T> across = gather(points);
  D2.resize(size(), across.rows());
  parallel_points(size(), rank() * D2.cols(), [&](Index begin, Index end) {
    const MatrixOf<T> products = multiply(row(begin), end - begin, features_.stride, across);
    for (Index i = begin; i < end; ++i)
      for (Index h = 0; h < D2.cols(); ++h) {
        const Index point = points[static_cast<std::size_t>(h)];
        D2(i, h) = pair_distance(i, point, products(i - begin, h));
      }
  });
}

template <class T>
void FeatureSpace<T>::between(std::span<const Index> rows, std::span<const Index> points, Matrix& D2) const {
  const MatrixOf<T> down = gather(rows), across = gather(points);
  const MatrixOf<T> products = multiply(down.data(), down.rows(), rank(), across);
  D2.resize(down.rows(), across.rows());
  for (Index r = 0; r < D2.rows(); ++r)
    for (Index h = 0; h < D2.cols(); ++h) {
      const Index i = rows[static_cast<std::size_t>(r)], point = points[static_cast<std::size_t>(h)];
      D2(r, h) = pair_distance(i, point, products(r, h));
    }
}

template class FeatureSpace<float>;
template class FeatureSpace<double>;

}  // namespace mercer
