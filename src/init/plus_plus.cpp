// Greedy k-means++ (Arthur and Vassilvitskii 2007; the greedy form is theirs too): each next seed is the best
// of a few candidates drawn with probability proportional to the squared distance to the nearest seed so far.
#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "core/random.hpp"
#include "init/init.hpp"
#include "space/partial_sums.hpp"

namespace mercer {
namespace {

using Row = Eigen::Ref<const Eigen::RowVectorXd>;

// Draws points with probability proportional to weights_i values_i; uniformly when all are zero. The shares
// are summed by blocks once, so that a draw looks into one of them.
class Urn {
 public:
  Urn(const Vector& weights, const Row& values) : weights_(weights), values_(values) {
    const Index n = values.size();
    shares_.resize(static_cast<std::size_t>((n + together - 1) / together));
    parallel_rows(
        n, together,
        [&](Index begin, Index end) {
          shares_[static_cast<std::size_t>(begin / together)] =
              values.segment(begin, end - begin).dot(weights.segment(begin, end - begin));
        },
        static_cast<double>(n));
    for (const double share : shares_) total_ += share;
  }

  Index draw(Random& random) const {
    const Index n = values_.size();
    if (!(total_ > 0)) return random.below(n);
    double left = random.uniform() * total_;
    std::size_t block = 0;
    while (block + 1 < shares_.size() && left >= shares_[block]) left -= shares_[block++];
    Index last = -1;
    for (Index i = static_cast<Index>(block) * together; i < n; ++i) {
      const double share = weights_[i] * values_[i];
      if (share <= 0) continue;
      last = i;
      left -= share;
      if (left < 0) return i;
    }
    return last >= 0 ? last : last_with_share();
  }

 private:
  static constexpr Index together = 4096;
  Index last_with_share() const {
    Index i = values_.size() - 1;
    while (i > 0 && weights_[i] * values_[i] <= 0) --i;
    return i;
  }
  const Vector& weights_;
  const Row& values_;
  std::vector<double> shares_;
  double total_ = 0;
};

// sum_i w_i min(d_i, D2(i, c)): what remains if candidate c becomes a seed of its start, whose d are a row;
// each start has the same number of candidates.
Eigen::RowVectorXd remaining(const Vector& weights, const Matrix& d, const Matrix& D2) {
  const Index each = D2.cols() / d.rows();
  Matrix sums = Matrix::Zero(1, D2.cols());
  add_in_parts(D2.rows(), points_together, sums, [&](Index begin, Index end, Matrix& sum) {
    for (Index start = 0; start < d.rows(); ++start)
      for (Index i = begin; i < end; ++i)
        for (Index c = start * each; c < (start + 1) * each; ++c)
          sum(0, c) += weights[i] * std::min(d(start, i), std::max(0.0, D2(i, c)));
  });
  return sums.row(0);
}

}  // namespace

std::vector<std::vector<Index>> plus_plus_seeds(const InitContext& context, Index seeds, Index first) {
  const Index n = context.space.size(), starts = context.restarts;
  const Vector& weights = context.hard.weights;
  const auto candidates = 2 + static_cast<Index>(std::log(static_cast<double>(std::max<Index>(1, seeds))));
  std::vector<Random> random;
  std::vector<std::vector<Index>> chosen(static_cast<std::size_t>(starts));
  for (Index r = 0; r < starts; ++r)
    random.emplace_back(context.seed, static_cast<std::uint64_t>(context.first + r));
  Matrix d = Matrix::Constant(starts, n, INFINITY), D2;
  Progress progress(context.hard.control, "seeding", seeds);
  // A stop leaves fewer seeds, but one at least: every point then still has a label.
  for (Index step = 0; step < seeds && (step == 0 || !progress.stopped()); ++step) {
    std::vector<Index> points;
    const Index each = step == 0 ? 1 : candidates;
    const Row no_seed = Eigen::RowVectorXd::Ones(step == 0 ? n : 0);
    for (Index r = 0; r < starts; ++r) {
      const Row values = d.row(r);
      const Urn urn(weights, step > 0 ? values : no_seed);
      for (Index c = 0; c < each; ++c)
        points.push_back(step == 0 && first >= 0 ? first : urn.draw(random[static_cast<std::size_t>(r)]));
    }
    context.space.to_points(points, D2, context.hard.control);
    const Eigen::RowVectorXd left = remaining(weights, d, D2);
    std::vector<Index> best(static_cast<std::size_t>(starts));
    for (Index r = 0; r < starts; ++r) {
      Index& own = best[static_cast<std::size_t>(r)];
      left.segment(r * each, each).minCoeff(&own);
      own += r * each;
      chosen[static_cast<std::size_t>(r)].push_back(points[static_cast<std::size_t>(own)]);
    }
    parallel_points(n, starts, [&](Index begin, Index end) {
      for (Index r = 0; r < starts; ++r)
        for (Index i = begin; i < end; ++i)
          d(r, i) = std::min(d(r, i), std::max(0.0, D2(i, best[static_cast<std::size_t>(r)])));
    });
    progress.done();
  }
  return chosen;
}

std::vector<Labels> nearest_seed_labels(const Space& space, const std::vector<std::vector<Index>>& seeds,
                                        Control* control) {
  const auto n = static_cast<std::size_t>(space.size());
  std::vector<Labels> all;
  Matrix D2;
  for (const auto& own : seeds) {
    space.to_points(own, D2, control);
    Labels labels(n, 0);
    parallel_points(space.size(), D2.cols(), [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        Index nearest = 0;
        D2.row(i).minCoeff(&nearest);
        labels[static_cast<std::size_t>(i)] = static_cast<int>(nearest);
      }
    });
    for (std::size_t j = 0; j < own.size(); ++j)
      labels[static_cast<std::size_t>(own[j])] = static_cast<int>(j);
    all.push_back(std::move(labels));
  }
  return all;
}

}  // namespace mercer
