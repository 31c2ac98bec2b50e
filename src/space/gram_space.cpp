#include "space/gram_space.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <limits>

#include "core/parallel.hpp"
#include "gram/diagonal.hpp"
#include "mercer/error.hpp"
#include "space/partial_sums.hpp"

namespace mercer {
namespace {

struct Products final : Sums {
  Matrix KW;  // rows of this rank's points x c
};
Prototypes with_products(Matrix KW, Vector mass, Vector norm) {
  auto sums = std::make_shared<Products>();
  sums->KW = std::move(KW);
  return {std::move(sums), std::move(mass), std::move(norm)};
}

// K_ii + K_hh - 2 K_ih; a point is at distance 0 from itself.
double pair_distance(double k, double k_ii, double k_hh, bool same) { return same ? 0 : k_ii + k_hh - 2 * k; }

}  // namespace

GramSpace::GramSpace(std::shared_ptr<const Gram> gram)
    : gram_(std::move(gram)), diagonal_(gram_->diagonal()) {
  require_finite(diagonal_);
}

Prototypes GramSpace::none(Index count) const {
  return with_products(Matrix::Zero(own().size(), count), Vector::Zero(count), Vector::Zero(count));
}

// KW = K W,  norm_j = sum_h W(h,j) (K W)(h,j)
void GramSpace::place(const Matrix& W, Prototypes& P, Control* control) const {
  Matrix& KW = fresh_sums<Products>(P).KW;
  gram_->apply(W, KW, control);
  const Index c = W.cols(), first = own().begin;
  BlockSums totals(size(), 2 * c);
  parallel_points(own().size(), 4 * c, [&](Index from, Index to) {
    const auto weights = W.middleRows(first + from, to - from);
    totals.at(first + from).head(c) = weights.colwise().sum();
    totals.at(first + from).tail(c) = weights.cwiseProduct(KW.middleRows(from, to - from)).colwise().sum();
  });
  if (divided()) totals.gather(ranks(), own());
  P.mass = totals.sum().head(c);
  P.norm = totals.sum().tail(c);
  ranks().end_step();
}

// KW += K dW;  (W + dW)' K (W + dW) = W'KW + dW' (K W) + dW' (K (W + dW)), so only the changed rows are
// summed
void GramSpace::move(const SparseRows& dW, Prototypes& P, Control* control) const {
  if (dW.empty()) return;
  Matrix& KW = write_sums<Products>(P).KW;
  RowSums products(dW, P.count());
  const auto add_products = [&] {
    products.add(own(), [&](Index row, Index column) { return KW(row - own().begin, column); });
  };
  add_products();
  gram_->update(dW, KW, control);
  add_products();
  if (divided()) products.gather(ranks());
  products.add_to(P.norm);
  for (std::size_t e = 0; e < dW.columns.size(); ++e) P.mass[dW.columns[e]] += dW.values[e];
  ranks().end_step();
}

// D2(i,j) = K_ii - 2 (K W)_ij / mass_j + norm_j / mass_j^2
void GramSpace::block(const Prototypes& P, Range points, Range columns, Matrix& D2) const {
  const Matrix& KW = read_sums<Products>(P).KW;
  D2.resize(points.size(), columns.size());
  Eigen::RowVectorXd twice(columns.size()), norms(columns.size());
  for (Index j = columns.begin; j < columns.end; ++j) {
    const bool full = P.mass[j] > 0;
    twice[j - columns.begin] = full ? 2 / P.mass[j] : 0;
    norms[j - columns.begin] = full ? P.squared_norm(j) : std::numeric_limits<double>::infinity();
  }
  for (Index i = points.begin; i < points.end; ++i)
    D2.row(i - points.begin).array() =
        diagonal_[i] -
        twice.array() * KW.row(i - own().begin).segment(columns.begin, columns.size()).array() +
        norms.array();
}

// norm_j += 2 a (1 - a) (K W)_ij + a^2 K_ii - (1 - (1 - a)^2) norm_j at the old sums; KW_j += a (K_i - KW_j)
void GramSpace::nudge(Index point, const Vector& step, Prototypes& P) const {
  Matrix& KW = write_sums<Products>(P).KW;
  Matrix K;
  gram_->columns(std::span(&point, 1), K);
  const Index first = own().begin;
  std::vector<double> sums;  // of the point
  if (is_own(point)) sums.assign(KW.row(point - first).begin(), KW.row(point - first).end());
  if (divided()) sums = ranks().gather_list(sums);
  std::vector<Index> moving;
  for (Index j = 0; j < P.count(); ++j) {
    const double a = step[j];
    if (!(a > 0)) continue;
    moving.push_back(j);
    P.norm[j] = (1 - a) * (1 - a) * P.norm[j] + 2 * a * (1 - a) * sums[static_cast<std::size_t>(j)] +
                a * a * diagonal_[point];
  }
  parallel_points(own().size(), static_cast<Index>(moving.size()), [&](Index begin, Index end) {
    for (Index h = begin; h < end; ++h)
      for (const Index j : moving) KW(h, j) += step[j] * (K(first + h, 0) - KW(h, j));
  });
}

// K W = (K Z) H, norm_j = sum_h w_h H(owner of h, j) (K W)(h, j)
Prototypes GramSpace::spread(const Prototypes& Z, const Matrix& H, const std::vector<Index>& owner,
                             const Vector& weights) const {
  const Matrix& KZ = read_sums<Products>(Z).KW;
  const Index n = own().size(), first = own().begin, k = H.rows(), starts = Z.count() / k;
  Matrix KW(n, Z.count());
  BlockSums norms(size(), Z.count());
  parallel_points(n, k * Z.count(), [&](Index begin, Index end) {
    for (Index s = 0; s < starts; ++s) {
      KW.block(begin, s * k, end - begin, k).noalias() = KZ.block(begin, s * k, end - begin, k) * H;
      for (Index i = begin; i < end; ++i)
        norms.at(first + begin).segment(s * k, k) +=
            weights[first + i] * H.row(owner[static_cast<std::size_t>((first + i) * starts + s)] - s * k)
                                     .cwiseProduct(KW.row(i).segment(s * k, k));
    }
  });
  if (divided()) norms.gather(ranks(), own());
  return with_products(std::move(KW), spread_mass(Z.mass, H), norms.sum());
}

Prototypes GramSpace::select(const Prototypes& P, std::span<const Index> columns) const {
  return with_products(read_sums<Products>(P).KW(Eigen::all, columns), P.mass(columns), P.norm(columns));
}
void GramSpace::put(const Prototypes& from, std::span<const Index> columns, Prototypes& to) const {
  if (columns.empty()) return;
  const Matrix& KW = read_sums<Products>(from).KW;
  Matrix& own = write_sums<Products>(to).KW;
  for (const Index j : columns) {
    own.col(j) = KW.col(j);
    to.mass[j] = from.mass[j];
    to.norm[j] = from.norm[j];
  }
}

Matrix GramSpace::apart(const Matrix& W, const Prototypes& P) const {
  return distances_apart(W.transpose() * all_rows(*gram_, read_sums<Products>(P).KW), P.mass);
}

void GramSpace::to_points(std::span<const Index> points, Matrix& D2, Control* control) const {
  gram_->columns(points, D2, control);
  make_distances(points, 0, D2, control);
}
void GramSpace::to_points_here(std::span<const Index> points, Matrix& D2, Control* control) const {
  gram_->own_columns(points, D2, control);
  make_distances(points, own().begin, D2, control);
}

void GramSpace::make_distances(std::span<const Index> points, Index first, Matrix& D2,
                               Control* control) const {
  std::atomic<bool> finite{true};
  parallel_points(D2.rows(), D2.cols(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index h = 0; h < D2.cols(); ++h) {
        const Index point = points[static_cast<std::size_t>(h)];
        D2(i, h) = pair_distance(D2(i, h), diagonal_[first + i], diagonal_[point], first + i == point);
        if (!std::isfinite(D2(i, h))) finite = false;
      }
  });
  if (!finite && !(control && control->stop)) name_bad_value(points, first, D2);
}

void GramSpace::name_bad_value(std::span<const Index> points, Index first, const Matrix& D2) const {
  for (Index h = 0; h < D2.cols(); ++h)
    for (Index i = 0; i < D2.rows(); ++i)
      if (const double k =
              0.5 * (diagonal_[first + i] + diagonal_[points[static_cast<std::size_t>(h)]] - D2(i, h));
          !std::isfinite(k))
        throw Error(Fault::data,
                    fmt::format("the kernel of points {} and {} is {}; scale the data (`standardize`) or use "
                                "`precision = double`",
                                points[static_cast<std::size_t>(h)] + 1, first + i + 1,
                                std::isnan(k) ? "not a number" : "too large to compute with"));
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
