#include "space/mean_sums.hpp"

#include "core/nearest.hpp"
#include "core/solve_lower.hpp"

namespace mercer {

MeanSums sums_at_nearest(const MeasuredRows& points, const Vector& norms, double epsilon,
                         const double* weights, int* labels) {
  MeanSums out{Matrix::Zero(norms.size(), points.rows.cols()), Vector::Zero(norms.size())};
  const Index length = points.rows.cols();
  for (Index i = 0; i < points.rows.rows(); ++i) {
    const auto row = points.D2.row(i);
    const Index j = nearest(
        row, points.self[i], [&](Index p) { return norms[p]; }, epsilon);
    const double w = weights ? weights[i] : 1;
    labels[i] = static_cast<int>(j);
    const double* from = points.rows.data() + i * length;
    double* to = out.sums.data() + j * length;
    for (Index c = 0; c < length; ++c) to[c] += w * from[c];
    out.mass[j] += w;
    out.objective += w * std::max(0.0, points.self[i] + row[j]);
  }
  return out;
}

MeasuredRows measured(Matrix vectors, const Matrix& V, const Vector& norms) {
  const Index n = vectors.rows(), d = V.cols();
  MeasuredRows out{std::move(vectors), norms.transpose().replicate(n, 1), {}};
  if (d > 0)
    blas::multiply_transposed(n, V.rows(), d, -2.0, out.rows.data(), d, V.data(), d, 1.0, out.D2.data(),
                              V.rows());
  out.self = out.rows.rowwise().squaredNorm();
  return out;
}

template <class T>
SumsAtLandmarks<T>::SumsAtLandmarks(const FeatureMap& map, const Kernel& kernel, const Matrix& V)
    : values_(map, kernel), factor_(map.factor), mean_(map.mean), A_(V.rows() + 1, V.cols()) {
  if (mean_.size() == 0) mean_ = Vector::Zero(V.cols());
  A_.topRows(V.rows()) = V;
  A_.bottomRows(1) = mean_.transpose();
  factor_.transpose().triangularView<Eigen::Upper>().solveInPlace(A_.transpose());
  offset_ = V.rowwise().squaredNorm() + 2 * (V * mean_);
}

template <class T>
const MeasuredRows& SumsAtLandmarks<T>::measure(const Data& points, Index begin, Index end) const {
  static thread_local MeasuredRows out;
  static thread_local Matrix products;
  const Index rows = end - begin, m = values_.count(), k = offset_.size();
  out.rows.resize(rows, m);
  out.D2.resize(rows, k);
  out.self.resize(rows);
  if constexpr (std::is_same_v<T, double>) {
    values_.fill(points, begin, end, out.rows.data(), out.self.data());
  } else {
    static thread_local MatrixOf<T> K;
    K.resize(rows, m);
    values_.fill(points, begin, end, K.data(), out.self.data());
    out.rows = K.template cast<double>();  // L may be ill-conditioned: a then has large numbers of both signs
  }
  products.resize(rows, k + 1);
  blas::multiply_transposed(rows, k + 1, m, 2.0, out.rows.data(), m, A_.data(), m, 0.0, products.data(),
                            k + 1);
  const double mean = mean_.squaredNorm();
  for (Index i = 0; i < rows; ++i) {
    const double* product = products.data() + i * (k + 1);
    for (Index j = 0; j < k; ++j) out.D2(i, j) = offset_[j] - product[j];
    out.self[i] = std::max(0.0, out.self[i] - product[k] + mean);
  }
  return out;
}

template <class T>
Matrix SumsAtLandmarks<T>::features_of(const Matrix& sums, const Vector& mass) const {
  Matrix out = sums;
  const Index m = factor_.rows();
  solve_lower(out.rows(), m, factor_.data(), m, out.data(), m);
  return out - mass * mean_.transpose();
}

template class SumsAtLandmarks<float>;
template class SumsAtLandmarks<double>;

}  // namespace mercer
