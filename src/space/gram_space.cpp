#include "space/gram_space.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <limits>

#include "core/parallel.hpp"
#include "mercer/error.hpp"
#include "space/partial_sums.hpp"

namespace mercer {
namespace {

// K_ii + K_hh - 2 K_ih; a point is at distance 0 from itself.
double pair_distance(double k, double k_ii, double k_hh, bool same) { return same ? 0 : k_ii + k_hh - 2 * k; }

}  // namespace

GramSpace::GramSpace(std::shared_ptr<const Gram> gram)
    : gram_(std::move(gram)), diagonal_(gram_->diagonal()) {
  for (Index i = 0; i < diagonal_.size(); ++i)
    if (!std::isfinite(diagonal_[i]))
      throw Error(Fault::data, fmt::format("the kernel of point {} with itself is {}; scale the data down "
                                           "(`standardize`) or lower the degree",
                                           i + 1, diagonal_[i]));
}

Prototypes GramSpace::none(Index count) const {
  return {Matrix::Zero(size(), count), Vector::Zero(count), Vector::Zero(count)};
}

// sums = K W,  norm_j = sum_h W(h,j) (K W)(h,j)
void GramSpace::place(const Matrix& W, Prototypes& P) const {
  gram_->apply(W, P.sums);
  Matrix totals = Matrix::Zero(2, W.cols());
  add_in_parts(size(), points_together, totals, [&](Index from, Index to, Matrix& sum) {
    const auto own = W.middleRows(from, to - from);
    sum.row(0) = own.colwise().sum();
    sum.row(1) = own.cwiseProduct(P.sums.middleRows(from, to - from)).colwise().sum();
  });
  P.mass = totals.row(0).transpose();
  P.norm = totals.row(1).transpose();
}

// sums += K dW;  (W + dW)' K (W + dW) = W'KW + dW' (K W) + dW' (K (W + dW)), so only the changed rows are
// summed
void GramSpace::move(const SparseRows& dW, Prototypes& P) const {
  if (dW.empty()) return;
  const auto add_products = [&] {
    for (std::size_t r = 0; r < dW.rows.size(); ++r)
      for (Index e = dW.start[r]; e < dW.start[r + 1]; ++e) {
        const auto entry = static_cast<std::size_t>(e);
        P.norm[dW.columns[entry]] += dW.values[entry] * P.sums(dW.rows[r], dW.columns[entry]);
      }
  };
  add_products();
  gram_->update(dW, P.sums);
  add_products();
  for (std::size_t e = 0; e < dW.columns.size(); ++e) P.mass[dW.columns[e]] += dW.values[e];
}

// D2(i,j) = K_ii - 2 (K W)_ij / mass_j + norm_j / mass_j^2
void GramSpace::distances(const Prototypes& P, Range points, Range columns, Matrix& D2) const {
  D2.resize(points.size(), columns.size());
  Eigen::RowVectorXd twice(columns.size()), norms(columns.size());
  for (Index j = columns.begin; j < columns.end; ++j) {
    const bool full = P.mass[j] > 0;
    twice[j - columns.begin] = full ? 2 / P.mass[j] : 0;
    norms[j - columns.begin] = full ? P.squared_norm(j) : std::numeric_limits<double>::infinity();
  }
  for (Index i = points.begin; i < points.end; ++i)
    D2.row(i - points.begin).array() =
        diagonal_[i] - twice.array() * P.sums.row(i).segment(columns.begin, columns.size()).array() +
        norms.array();
}

// norm_j += 2 a (1 - a) (K W)_ij + a^2 K_ii - (1 - (1 - a)^2) norm_j at the old sums; sums_j += a (K_i -
// sums_j)
void GramSpace::nudge(Index point, const Vector& step, Prototypes& P) const {
  Matrix K;
  gram_->columns(std::span(&point, 1), K);
  std::vector<Index> moving;
  for (Index j = 0; j < P.count(); ++j) {
    const double a = step[j];
    if (!(a > 0)) continue;
    moving.push_back(j);
    P.norm[j] = (1 - a) * (1 - a) * P.norm[j] + 2 * a * (1 - a) * P.sums(point, j) + a * a * diagonal_[point];
  }
  parallel_points(size(), static_cast<Index>(moving.size()), [&](Index begin, Index end) {
    for (Index h = begin; h < end; ++h)
      for (const Index j : moving) P.sums(h, j) += step[j] * (K(h, 0) - P.sums(h, j));
  });
}

// |v_j - v_l|^2 = v_j.v_j + v_l.v_l - 2 v_j.v_l,  v_j.v_l = sum_h W(h,j) (K W)(h,l) / (mass_j mass_l)
Matrix GramSpace::apart(const Matrix& W, const Prototypes& P) const {
  Matrix products = W.transpose() * P.sums;
  for (Index j = 0; j < P.count(); ++j)
    for (Index l = 0; l < P.count(); ++l) products(j, l) /= P.mass[j] * P.mass[l];
  const Vector own = products.diagonal();
  Matrix D2(P.count(), P.count());
  for (Index j = 0; j < P.count(); ++j)
    for (Index l = 0; l < P.count(); ++l)
      D2(j, l) = std::max(0.0, own[j] + own[l] - products(j, l) - products(l, j));
  return D2;
}

void GramSpace::to_points(std::span<const Index> points, Matrix& D2) const {
  gram_->columns(points, D2);
  std::atomic<bool> finite{true};
  parallel_points(size(), D2.cols(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index h = 0; h < D2.cols(); ++h) {
        const Index point = points[static_cast<std::size_t>(h)];
        D2(i, h) = pair_distance(D2(i, h), diagonal_[i], diagonal_[point], i == point);
        if (!std::isfinite(D2(i, h))) finite = false;
      }
  });
  if (!finite && !(gram_->control && gram_->control->stop)) name_bad_value(points, D2);
}

void GramSpace::name_bad_value(std::span<const Index> points, const Matrix& D2) const {
  for (Index h = 0; h < D2.cols(); ++h)
    for (Index i = 0; i < D2.rows(); ++i)
      if (const double k = 0.5 * (diagonal_[i] + diagonal_[points[static_cast<std::size_t>(h)]] - D2(i, h));
          !std::isfinite(k))
        throw Error(Fault::data,
                    fmt::format("the kernel of points {} and {} is {}; scale the data (`standardize`) or use "
                                "`precision = double`",
                                points[static_cast<std::size_t>(h)] + 1, i + 1, k));
  throw Error(Fault::data, "distances in feature space overflow; scale the data (`standardize`)");
}

void GramSpace::between(std::span<const Index> rows, std::span<const Index> points, Matrix& D2) const {
  gram_->block(rows, points, D2);
  for (Index r = 0; r < D2.rows(); ++r)
    for (Index h = 0; h < D2.cols(); ++h) {
      const Index i = rows[static_cast<std::size_t>(r)], point = points[static_cast<std::size_t>(h)];
      D2(r, h) = pair_distance(D2(r, h), diagonal_[i], diagonal_[point], i == point);
    }
}

}  // namespace mercer
