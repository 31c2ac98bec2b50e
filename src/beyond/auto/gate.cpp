#include "beyond/auto/gate.hpp"

#include <cmath>
#include <numbers>

#include "beyond/auto/sample.hpp"
#include "beyond/folds.hpp"
#include "core/parallel.hpp"
#include "mercer/neighbors.hpp"

namespace mercer::automatic {
namespace {

constexpr Index folds = 5, most_points = 5000;
constexpr Index nearest = 60;  // known points whose kernels reach a held-out one
constexpr Index listed = 100;  // neighbours among all, of which four fifths are known

// The first `count` neighbours of some points that are known in a fold, read from lists among all points;
// their indices are places. Where a list is too short for that, the known points are searched.
Neighbors known_neighbors(const Neighbors& all, const Matrix& Y, const Fold& fold, Index f,
                          const std::vector<Index>& places, Index count) {
  Neighbors out{MatrixOf<int>(static_cast<Index>(places.size()), count),
                Matrix(static_cast<Index>(places.size()), count)};
  for (Index i = 0; i < out.indices.rows(); ++i) {
    const Index place = places[static_cast<std::size_t>(i)];
    Index found = 0;
    for (Index c = 0; c < all.indices.cols() && found < count; ++c)
      if (all.indices(place, c) % folds != f) {
        out.indices(i, found) = all.indices(place, c);
        out.distances(i, found++) = all.distances(place, c);
      }
    if (found == count) continue;
    // One more, for the point itself may be among them.
    const bool among = place % folds != f;
    const Neighbors own =
        nearest_neighbors(Data(Matrix(Y.row(place))), Data(fold.known), count + (among ? 1 : 0));
    for (Index c = 0, to = 0; c < own.indices.cols() && to < count; ++c) {
      const Index other = fold.known_places[static_cast<std::size_t>(own.indices(0, c))];
      if (other == place) continue;
      out.indices(i, to) = static_cast<int>(other);
      out.distances(i, to++) = own.distances(0, c);
    }
  }
  return out;
}

// log [ (1/m) sum_j N(y; y_j, (c h_j)^2) ] over the nearest known points, h_j the distance of the known point
// j to its k-th known neighbour. One column for each of (k, c).
Matrix kernel_densities(const Neighbors& all, const Matrix& Y, const Fold& fold, Index f) {
  constexpr std::array<Index, 5> ranks = {3, 5, 8, 15, 30};
  constexpr std::array<double, 2> factors = {0.5, 1};
  const Index known = fold.known.rows(), most = std::min(known - 1, nearest);
  const auto d = static_cast<double>(fold.known.cols());
  const Matrix own =
      known_neighbors(all, Y, fold, f, fold.known_places, std::min(ranks.back(), most)).distances;
  const Neighbors near = known_neighbors(all, Y, fold, f, fold.held_places, most);
  Matrix out(fold.held.rows(), static_cast<Index>(ranks.size() * factors.size()));
  Index column = 0;
  for (const Index rank : ranks) {
    Vector h = own.col(std::min(rank, own.cols()) - 1);
    Vector sorted = h;
    const Index middle = known / 2;
    std::nth_element(sorted.begin(), sorted.begin() + middle, sorted.end());
    h = h.cwiseMax(1e-3 * sorted[middle] + 1e-12);
    for (const double c : factors) {
      Vector width_of(Y.rows()), volume_of(Y.rows());  // the logarithm of width^d
      for (Index j = 0; j < known; ++j) {
        const Index place = fold.known_places[static_cast<std::size_t>(j)];
        width_of[place] = c * h[j];
        volume_of[place] = d * std::log(width_of[place]);
      }
      parallel_points(out.rows(), 20 * most, [&](Index begin, Index end) {
        Eigen::ArrayXd terms(most);
        for (Index i = begin; i < end; ++i) {
          for (Index j = 0; j < most; ++j) {
            const double z = near.distances(i, j) / width_of[near.indices(i, j)];
            terms[j] = -0.5 * z * z - volume_of[near.indices(i, j)];
          }
          const double top = terms.maxCoeff();
          out(i, column) = top + std::log((terms - top).exp().sum()) -
                           0.5 * d * std::log(2 * std::numbers::pi) - std::log(static_cast<double>(known));
        }
      });
      ++column;
    }
  }
  return out;
}

}  // namespace

HeldOut::HeldOut(const Matrix& Y, std::uint64_t seed, Index most_points_given) {
  const Index n = Y.rows();
  const Index most = most_points_given > 0 ? most_points_given : n < large ? n : most_points;
  rows_ = random_rows(n, most, seed, 12);
  P_ = Y(rows_, Eigen::all);
  const Neighbors all =
      nearest_neighbors(Data(P_), std::min(listed, P_.rows() - 1), {.threads = thread_count()});
  Matrix kernel;
  const Labels none(rows_.size(), 0);
  for (Index f = 0; f < folds; ++f) {
    const Fold fold = fold_of(P_, none, f, folds);
    const Vector floor = background(fold);
    const Matrix densities = kernel_densities(all, P_, fold, f);
    if (kernel.size() == 0) kernel.resize(P_.rows(), densities.cols());
    for (Index c = 0; c < densities.cols(); ++c)
      kernel(fold.held_places, c) = with_background(densities.col(c), floor);
  }
  Index best = 0;
  kernel.colwise().mean().maxCoeff(&best);
  kernel_ = kernel.col(best);
}

double HeldOut::delta(const Labels& labels, Index clusters, const MixtureKind& kind) const {
  Labels of_rows;
  for (const Index row : rows_) of_rows.push_back(labels[static_cast<std::size_t>(row)]);
  Vector mixture(P_.rows());
  for (Index f = 0; f < folds; ++f) {
    const Fold fold = fold_of(P_, of_rows, f, folds);
    const MixtureFit fit = fit_mixture(
        fold.known, fold.labels,
        {.components = clusters, .covariance = kind.covariance, .tails = kind.tails, .max_iterations = 50});
    mixture(fold.held_places) =
        with_background(log_density(log_joint(fit.gaussians, fold.held)), background(fold));
  }
  return (mixture - kernel_).cwiseMax(-3).cwiseMin(3).mean();
}

Gate gaussian_gate(const HeldOut& points, const Labels& labels, Index clusters) {
  const double delta = points.delta(labels, clusters, {});
  return {delta, 1 / (1 + std::exp(-(delta + 0.2) / 0.05))};
}

}  // namespace mercer::automatic
