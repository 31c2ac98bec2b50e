// Subspace iteration on the covariance, seen only through products: rows are read where they lie, so neither
// a copy of the data nor a matrix of dimensions x dimensions is made, and sparse rows stay sparse.
#include "report/principal.hpp"

#include <Eigen/QR>
#include <cmath>

#include "core/random.hpp"
#include "core/symmetric_eigen.hpp"
#include "evaluate/entries.hpp"

namespace mercer {
namespace {

constexpr Index subspace = 8;  // more directions than asked for, so that the first two settle soon
constexpr int most_rounds = 200;

// Rows minus their mean. Dense values are shifted one by one, which keeps a large offset harmless; for sparse
// rows only the products are shifted, which keeps them sparse.
template <class Rows>
class Centred {
 public:
  static constexpr bool is_sparse = std::is_same_v<Rows, SparseMatrix>;

  Centred(const Rows& x, std::span<const Index> rows, const Vector& mean)
      : x_(x), rows_(rows), shift_(is_sparse ? Vector::Zero(mean.size()) : mean), later_(mean - shift_) {}

  // Everything is divided by this, so that squares neither overflow nor vanish.
  double largest() const {
    double largest = later_.size() ? later_.cwiseAbs().maxCoeff() : 0;
    each([&](Index, Index c, double value) { largest = std::max(largest, std::abs(value - shift_[c])); });
    return largest > 0 ? largest : 1;
  }

  // Y = (X - mean) V / unit
  Matrix times(const Matrix& V, double unit) const {
    Matrix Y = ((later_ / -unit).transpose() * V).replicate(static_cast<Index>(rows_.size()), 1);
    each([&](Index r, Index c, double value) { Y.row(r) += (value - shift_[c]) / unit * V.row(c); });
    return Y;
  }
  // (X - mean)' Y / unit; the columns of Y sum to zero, so the mean of sparse rows drops out.
  Matrix transposed_times(const Matrix& Y, double unit) const {
    Matrix T = Matrix::Zero(shift_.size(), Y.cols());
    each([&](Index r, Index c, double value) { T.row(c) += (value - shift_[c]) / unit * Y.row(r); });
    return T;
  }
  // |X - mean|^2 / unit^2
  double squared_norm(double unit) const {
    double sum = -static_cast<double>(rows_.size()) * (later_ / unit).squaredNorm();
    each([&](Index, Index c, double value) { sum += std::pow((value - shift_[c]) / unit, 2); });
    return sum;
  }

 private:
  template <class F>
  void each(F&& f) const {
    for (std::size_t r = 0; r < rows_.size(); ++r)
      each_entry(x_, rows_[r], [&](Index c, double value) { f(static_cast<Index>(r), c, value); });
  }

  const Rows& x_;
  std::span<const Index> rows_;
  Vector shift_;  // subtracted from each value
  Vector later_;  // the rest of the mean, subtracted from products
};

template <class Rows>
Vector mean_of(const Rows& x, Index dimensions, std::span<const Index> rows) {
  Vector mean = Vector::Zero(dimensions);
  for (Index i : rows)
    each_entry(x, i, [&](Index c, double value) { mean[c] += value / static_cast<double>(rows.size()); });
  return mean;
}

Matrix orthonormal(const Matrix& T) {
  return Eigen::HouseholderQR<Matrix>(T).householderQ() * Matrix::Identity(T.rows(), T.cols());
}

Matrix random_start(Index dimensions) {
  Random random(1);
  Matrix V(dimensions, std::min(dimensions, subspace));
  for (double& v : V.reshaped()) v = random.normal();
  return orthonormal(V);
}

// V <- orthonormal basis of A V until the two largest eigenvalues of V' A V stand still; A = X'X centred.
template <class Rows>
PrincipalPlane learn(const Rows& x, Index dimensions, std::span<const Index> rows) {
  PrincipalPlane plane;
  plane.mean = mean_of(x, dimensions, rows);
  const Centred<Rows> X(x, rows, plane.mean);
  const double unit = X.largest();
  // Deviations as small as the mean's rounding are none.
  const bool constant = unit <= 1e-13 * plane.mean.cwiseAbs().maxCoeff();
  const double total = constant ? 0 : X.squared_norm(unit);
  Matrix V = random_start(dimensions);
  Eigen::Vector2d largest = Eigen::Vector2d::Zero();
  for (int round = 0; round < most_rounds; ++round) {
    const Matrix T = X.transposed_times(X.times(V, unit), unit);
    const SymmetricEigen ritz = symmetric_eigen(V.transpose() * T);
    const Eigen::Vector2d before = largest;
    largest = ritz.values.tail<2>().reverse();
    plane.axes = V * ritz.vectors.rightCols<2>().rowwise().reverse();
    if ((largest - before).cwiseAbs().maxCoeff() <= 1e-10 * largest[0]) break;
    V = orthonormal(T);
  }
  for (Index a = 0; a < 2; ++a) plane.share[a] = total > 0 ? std::max(0.0, largest[a]) / total : 0;
  return plane;
}

}  // namespace

PrincipalPlane principal_plane(const Data& data, std::span<const Index> rows) {
  PrincipalPlane plane = data.visit([&](const auto& x) { return learn(x, data.dimensions(), rows); });
  // An axis has no sign of its own: its largest entry is made positive.
  for (Index a = 0; a < 2; ++a) {
    Index largest = 0;
    plane.axes.col(a).cwiseAbs().maxCoeff(&largest);
    if (plane.axes(largest, a) < 0) plane.axes.col(a) *= -1;
  }
  return plane;
}

Matrix PrincipalPlane::project(const Data& data, std::span<const Index> rows) const {
  return data.visit(
      [&](const auto& x) { return Centred<std::decay_t<decltype(x)>>(x, rows, mean).times(axes, 1); });
}

}  // namespace mercer
