// Greedy k-means++ (Arthur and Vassilvitskii 2007; the greedy form is theirs too): each next seed is the best
// of a few candidates drawn with probability proportional to the squared distance to the nearest seed so far.
#include <cmath>
#include <limits>

#include "core/random.hpp"
#include "init/init.hpp"

namespace mercer {
namespace {

// The draw of one of `size` points with probability proportional to w_i d_i, given their sums over blocks.
Draw draw_of(Index start, const Eigen::Ref<const Vector>& shares, double left) {
  Index block = 0;
  while (block + 1 < shares.size() && left >= shares[block]) left -= shares[block++];
  if (shares[block] > 0) return {start, block, left};
  while (block > 0 && shares[block] <= 0) --block;  // rounding went past all that have a share
  return {start, block, std::numeric_limits<double>::infinity()};
}

// `each` points for every start, start after start; uniformly where all are seeds.
std::vector<Index> drawn(const Seeding& seeding, Index each, std::vector<Random>& random) {
  const Matrix shares = seeding.shares();
  std::vector<Index> points;
  std::vector<Draw> draws;
  std::vector<std::size_t> places;
  for (Index r = 0; r < shares.cols(); ++r) {
    Random& own = random[static_cast<std::size_t>(r)];
    const Vector column = shares.col(r);
    const double total = column.sum();
    for (Index c = 0; c < each; ++c) {
      points.push_back(total > 0 ? 0 : own.below(seeding.size()));
      if (!(total > 0)) continue;
      draws.push_back(draw_of(r, column, own.uniform() * total));
      places.push_back(points.size() - 1);
    }
  }
  const std::vector<Index> found = seeding.find(draws);
  for (std::size_t e = 0; e < found.size(); ++e) points[places[e]] = found[e];
  return points;
}

}  // namespace

std::vector<std::vector<Index>> plus_plus_seeds(const InitContext& context, Index seeds, Index first) {
  const Index starts = context.restarts;
  const auto candidates = 2 + static_cast<Index>(std::log(static_cast<double>(std::max<Index>(1, seeds))));
  std::vector<Random> random;
  std::vector<std::vector<Index>> chosen(static_cast<std::size_t>(starts));
  for (Index r = 0; r < starts; ++r)
    random.emplace_back(context.seed, static_cast<std::uint64_t>(context.first + r));
  Seeding seeding = context.space.seeding(context.hard.weights, starts);
  Progress progress(context.hard.control, "seeding", seeds);
  // A stop leaves fewer seeds, but one at least: every point then still has a label.
  for (Index step = 0; step < seeds && (step == 0 || !progress.stopped()); ++step) {
    const Index each = step == 0 ? 1 : candidates;
    const std::vector<Index> points = step == 0 && first >= 0
                                          ? std::vector<Index>(static_cast<std::size_t>(starts), first)
                                          : drawn(seeding, each, random);
    const Vector left = seeding.remaining(points, context.hard.control);
    if (Matrix D2; !left.allFinite() && !progress.stopped())
      context.space.to_points(points, D2);  // names the value that is not finite
    std::vector<Index> best(static_cast<std::size_t>(starts));
    for (Index r = 0; r < starts; ++r) {
      Index& own = best[static_cast<std::size_t>(r)];
      left.segment(r * each, each).minCoeff(&own);
      own += r * each;
      chosen[static_cast<std::size_t>(r)].push_back(points[static_cast<std::size_t>(own)]);
    }
    seeding.take(best);
    progress.done();
  }
  return chosen;
}

std::vector<Labels> nearest_seed_labels(const Space& space, const std::vector<std::vector<Index>>& seeds,
                                        Control* control) {
  std::vector<Labels> all;
  for (const auto& own : seeds) {
    Labels labels = space.nearest_points(own, control);
    for (std::size_t j = 0; j < own.size(); ++j)
      labels[static_cast<std::size_t>(own[j])] = static_cast<int>(j);
    all.push_back(std::move(labels));
  }
  return all;
}

}  // namespace mercer
