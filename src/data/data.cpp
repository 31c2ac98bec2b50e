#include "mercer/data.hpp"

#include <cmath>
#include <limits>

#include "data/kind.hpp"

namespace mercer {
namespace {

template <class T>
DenseView<T> view_of(const MatrixOf<T>& m) {
  return {m.data(), m.rows(), m.cols(), m.cols()};
}
template <class T>
using MapOf = Eigen::Map<const MatrixOf<T>, 0, Eigen::OuterStride<>>;
template <class T>
MapOf<T> map(const DenseView<T>& v) {
  return {v.values, v.rows, v.columns, Eigen::OuterStride<>(v.stride)};
}

}  // namespace

Data::Data(Matrix values) {
  auto owned = std::make_shared<const Matrix>(std::move(values));
  values_ = view_of(*owned);
  owner_ = std::move(owned);
}
Data::Data(MatrixOf<float> values) {
  auto owned = std::make_shared<const MatrixOf<float>>(std::move(values));
  values_ = view_of(*owned);
  owner_ = std::move(owned);
}
Data::Data(SparseMatrix values) {
  values.makeCompressed();
  values_ = std::make_shared<const SparseMatrix>(std::move(values));
}
Data Data::view(const double* values, Index rows, Index columns, Index stride, Owner owner) {
  Data data;
  data.values_ = DenseView<double>{values, rows, columns, stride < 0 ? columns : stride};
  data.owner_ = std::move(owner);
  return data;
}
Data Data::view(const float* values, Index rows, Index columns, Index stride, Owner owner) {
  Data data;
  data.values_ = DenseView<float>{values, rows, columns, stride < 0 ? columns : stride};
  data.owner_ = std::move(owner);
  return data;
}

Index Data::size() const {
  return std::visit(
      [](const auto& v) -> Index {
        if constexpr (std::is_same_v<std::decay_t<decltype(v)>, SparseHandle>)
          return v->rows();
        else
          return v.rows;
      },
      values_);
}
Index Data::dimensions() const {
  return std::visit(
      [](const auto& v) -> Index {
        if constexpr (std::is_same_v<std::decay_t<decltype(v)>, SparseHandle>)
          return v->cols();
        else
          return v.columns;
      },
      values_);
}

Matrix Data::dense() const {
  return visit([]<class V>(const V& v) -> Matrix {
    if constexpr (std::is_same_v<V, SparseMatrix>)
      return Matrix(v);
    else
      return map(v).template cast<double>();
  });
}

Data Data::take(std::span<const Index> rows) const {
  const auto count = static_cast<Index>(rows.size());
  return visit([&]<class V>(const V& v) -> Data {
    if constexpr (std::is_same_v<V, SparseMatrix>) {
      SparseMatrix out(count, v.cols());
      for (Index r = 0; r < count; ++r) {
        out.startVec(r);
        for (SparseMatrix::InnerIterator it(v, rows[static_cast<std::size_t>(r)]); it; ++it)
          out.insertBack(r, it.col()) = it.value();
      }
      out.finalize();
      return out;
    } else {
      using T = std::decay_t<decltype(*v.values)>;
      MatrixOf<T> out(count, v.columns);
      for (Index r = 0; r < count; ++r)
        std::copy_n(v.row(rows[static_cast<std::size_t>(r)]), v.columns, out.row(r).data());
      return out;
    }
  });
}

Data same_kind(const Data& points, const Data& other) {
  if (points.is_sparse() == other.is_sparse()) return points;
  if (points.is_sparse()) return points.dense();
  return SparseMatrix(points.dense().sparseView());
}

// Two passes: mean first, then deviations about it. The mean carries rounding: what it explains is no
// deviation.
Standardizer Standardizer::learn(const Data& data) {
  const Index n = data.size();
  const Index d = data.dimensions();
  Standardizer s{Vector::Zero(d), Vector::Ones(d)};
  if (n == 0) return s;
  Vector centre = Vector::Zero(d), square = Vector::Zero(d);
  data.visit([&]<class V>(const V& v) {
    if constexpr (std::is_same_v<V, SparseMatrix>) {
      Vector stored = Vector::Zero(d);
      for (Index i = 0; i < n; ++i)
        for (SparseMatrix::InnerIterator it(v, i); it; ++it) centre[it.col()] += it.value();
      centre /= static_cast<double>(n);
      for (Index i = 0; i < n; ++i)
        for (SparseMatrix::InnerIterator it(v, i); it; ++it) {
          square[it.col()] += (it.value() - centre[it.col()]) * (it.value() - centre[it.col()]);
          stored[it.col()] += 1;
        }
      square.array() += (static_cast<double>(n) - stored.array()) * centre.array().square();
    } else {
      for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < d; ++j) centre[j] += static_cast<double>(v.row(i)[j]);
      s.mean = centre /= static_cast<double>(n);
      for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < d; ++j) {
          const double x = static_cast<double>(v.row(i)[j]) - s.mean[j];
          square[j] += x * x;
        }
    }
  });
  const double rounding = static_cast<double>(n) * std::numeric_limits<double>::epsilon();
  for (Index j = 0; j < d; ++j) {
    const double deviation = std::sqrt(square[j] / static_cast<double>(n));
    if (deviation > rounding * std::abs(centre[j])) s.scale[j] = deviation;
  }
  return s;
}

Data Standardizer::apply(const Data& data) const {
  if (empty()) return data;
  return data.visit([&]<class V>(const V& v) -> Data {
    if constexpr (std::is_same_v<V, SparseMatrix>) {
      SparseMatrix out = v;
      for (Index i = 0; i < out.rows(); ++i)
        for (SparseMatrix::InnerIterator it(out, i); it; ++it) it.valueRef() /= scale[it.col()];
      return out;
    } else {
      Matrix out = map(v).template cast<double>();
      out.rowwise() -= mean.transpose();
      out.array().rowwise() /= scale.transpose().array();
      return out;
    }
  });
}

}  // namespace mercer
