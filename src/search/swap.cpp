#include "search/swap.hpp"

#include <algorithm>
#include <limits>

#include "core/parallel.hpp"
#include "core/random.hpp"
#include "engine/fewer_points.hpp"

namespace mercer {
namespace {

// The cluster that is missed least when the seed at distances P comes:
//   argmin_a  sum over i in a of w_i [min(second_i, P_i) - min(first_i, P_i)]
Index least_missed(const Matrix& D2, const Labels& labels, const Vector& P, const Vector& weights) {
  Vector loss = Vector::Zero(D2.cols());
  for (Index i = 0; i < D2.rows(); ++i) {
    const Index own = labels[static_cast<std::size_t>(i)];
    double second = std::numeric_limits<double>::infinity();
    for (Index j = 0; j < D2.cols(); ++j)
      if (j != own) second = std::min(second, D2(i, j));
    loss[own] += weights[i] * (std::min(second, P[i]) - std::min(D2(i, own), P[i]));
  }
  Index at = 0;
  loss.minCoeff(&at);
  return at;
}

// Labels after cluster `gone` has moved to the seed.
Labels swapped(const Matrix& D2, const Vector& P, Index gone, Index seed) {
  Labels labels(static_cast<std::size_t>(D2.rows()));
  parallel_points(D2.rows(), D2.cols(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      Index nearest = gone;
      double least = P[i];
      for (Index j = 0; j < D2.cols(); ++j)
        if (j != gone && D2(i, j) < least) {
          least = D2(i, j);
          nearest = j;
        }
      labels[static_cast<std::size_t>(i)] = static_cast<int>(nearest);
    }
  });
  labels[static_cast<std::size_t>(seed)] = static_cast<int>(gone);
  return labels;
}

Index draw(const Vector& weights, const Vector& d, Random& random) {
  double left = random.uniform() * weights.dot(d);
  for (Index i = 0; i < d.size(); ++i)
    if ((left -= weights[i] * d[i]) < 0) return i;
  return d.size() - 1;
}

}  // namespace

void swap_search(const Space& space, HardState& best, Index trials, std::uint64_t seed,
                 const HardOptions& options) {
  constexpr double promising = 1.02;  // within this factor Hartigan's moves are tried
  if (options.clusters < 2) return;
  Random random(seed, 1000);
  HardOptions quick = options;
  quick.refine = false;
  Matrix D2 = all_distances(space, best.prototypes);
  Progress progress(options.control, "swap search", trials);
  for (Index trial = 0; trial < trials; ++trial) {
    if (progress.stopped()) return;
    const Labels& labels = best.starts[0].labels;
    Vector own(space.size());
    for (Index i = 0; i < own.size(); ++i) own[i] = std::max(0.0, D2(i, labels[static_cast<std::size_t>(i)]));
    if (!(own.dot(options.weights) > 0)) return;  // every point is its own prototype
    const Index point = draw(options.weights, own, random);
    Matrix P;
    space.to_points(std::span(&point, 1), P, options.control);
    const Vector to_seed = P.col(0);
    HardState attempt = best;
    attempt.starts[0].iterations = 0;
    relabel(space, attempt, 0,
            swapped(D2, to_seed, least_missed(D2, labels, to_seed, options.weights), point), options);
    const double goal = best.starts[0].objective;
    try {
      optimise(space, attempt, quick);
    } catch (const FewerPoints&) {  // not this swap
      continue;
    }
    if (options.refine && attempt.starts[0].objective < promising * std::abs(goal))
      optimise(space, attempt, options);
    if (progress.stopped()) return;
    if (attempt.starts[0].objective < goal - 1e-9 * std::abs(goal)) {
      HardStart& won = attempt.starts[0];
      won.iterations += best.starts[0].iterations;
      won.history = best.starts[0].history;
      won.history.push_back(won.objective);
      best = std::move(attempt);
      D2 = all_distances(space, best.prototypes);
    }
    progress.done();
  }
}

}  // namespace mercer
