#include "engine/winners.hpp"

namespace mercer {
namespace {

// The column of the nearest prototype of each point in each start (ties: the lowest index), n x starts.
std::vector<Index> winners(const Space& space, const Prototypes& P, Index k) {
  const Index n = space.size(), starts = P.count() / k;
  std::vector<Index> all(static_cast<std::size_t>(n * starts));
  parallel_points(n, 4 * P.count(), [&](Index begin, Index end) {
    Matrix D2;
    space.distances(P, {begin, end}, {0, P.count()}, D2);
    for (Index i = begin; i < end; ++i)
      for (Index s = 0; s < starts; ++s) {
        Index nearest = 0;
        D2.row(i - begin).segment(s * k, k).minCoeff(&nearest);
        all[static_cast<std::size_t>(i * starts + s)] = s * k + nearest;
      }
  });
  return all;
}

SparseRows changes(const std::vector<Index>& from, const std::vector<Index>& to, const Vector& weights) {
  SparseRows dZ;
  const auto n = static_cast<std::size_t>(weights.size()), starts = to.size() / n;
  for (std::size_t i = 0; i < n; ++i) {
    bool added = false;
    for (std::size_t e = i * starts; e < (i + 1) * starts; ++e) {
      if (from[e] == to[e]) continue;
      if (!added) dZ.add_row(static_cast<Index>(i));
      added = true;
      if (from[e] >= 0) dZ.add(from[e], -weights[static_cast<Index>(i)]);
      dZ.add(to[e], weights[static_cast<Index>(i)]);
    }
  }
  return dZ;
}

// K W = (K Z) H, mass = H' mass of Z, norm_j = sum_h w_h H(winner of h, j) (K W)(h, j)
Prototypes spread(const Prototypes& Z, const Matrix& H, const std::vector<Index>& winner,
                  const Vector& weights) {
  const Index n = Z.sums.rows(), k = H.rows(), starts = Z.count() / k;
  Prototypes P{Matrix(n, Z.count()), Vector(Z.count()), Vector::Zero(Z.count())};
  Matrix norms = Matrix::Zero((n + points_together - 1) / points_together, Z.count());
  parallel_points(n, k * Z.count(), [&](Index begin, Index end) {
    for (Index s = 0; s < starts; ++s) {
      P.sums.block(begin, s * k, end - begin, k).noalias() = Z.sums.block(begin, s * k, end - begin, k) * H;
      for (Index i = begin; i < end; ++i)
        norms.row(begin / points_together).segment(s * k, k) +=
            weights[i] * H.row(winner[static_cast<std::size_t>(i * starts + s)] - s * k)
                             .cwiseProduct(P.sums.row(i).segment(s * k, k));
    }
  });
  for (Index s = 0; s < starts; ++s) P.mass.segment(s * k, k) = H.transpose() * Z.mass.segment(s * k, k);
  P.norm = norms.colwise().sum().transpose();
  return P;
}

}  // namespace

void WinnerSums::place(const GramSpace& space, const Matrix& H, const Vector& weights, Prototypes& P) {
  const Index n = space.size(), k = H.rows();
  std::vector<Index> now = winners(space, P, k);
  if (winner_.size() != now.size() || moved_ > 8 * n) {
    sums_ = space.none(P.count());
    winner_.assign(now.size(), -1);
    moved_ = 0;
  }
  const SparseRows dZ = changes(winner_, now, weights);
  space.move(dZ, sums_);
  moved_ += static_cast<Index>(dZ.rows.size());
  winner_ = std::move(now);
  Prototypes next = spread(sums_, H, winner_, weights);
  Vector won = Vector::Zero(P.count());
  for (const Index column : winner_) ++won[column];
  for (Index j = 0; j < P.count(); ++j) {
    if (won.segment(j / k * k, k).dot(H.col(j % k)) > no_weight) continue;
    next.sums.col(j) = P.sums.col(j);
    next.mass[j] = P.mass[j];
    next.norm[j] = P.norm[j];
  }
  P = std::move(next);
}

}  // namespace mercer
