#include "space/bounded_follower.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/distance_math.hpp"
#include "core/nearest.hpp"
#include "core/parallel.hpp"
#include "space/gain.hpp"

namespace mercer {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

// Outwards, by more than the rounding of the sum, the root and the conversion; what float can't hold is cut
// off on the safe side.
constexpr float outwards = 2.5e-7F, tiny = 1e-22F;
float above(double value) { return static_cast<float>(value) * (1 + outwards) + tiny; }
float root_above(double square) { return std::sqrt(static_cast<float>(square)) * (1 + outwards) + tiny; }
float root_below(double square) {
  return std::sqrt(static_cast<float>(std::clamp(square, 0.0, 3e38))) * (1 - outwards);
}

// Points of a block that need a closer look, the least of their lower bounds, and their rows.
struct Open {
  std::vector<Index> points;
  std::vector<float> least;
  PointBlock<double> rows;
};

// Lower bounds fall by the steps of their groups; returns the least of them.
float lowered(float* lower, const std::vector<float>& step) {
  const auto count = static_cast<Index>(step.size());
  Eigen::Map<Eigen::ArrayXf> bounds(lower, count);
  bounds = (bounds - Eigen::Map<const Eigen::ArrayXf>(step.data(), count)).max(0.0F) * (1 - outwards);
  return bounds.minCoeff();
}

}  // namespace

// Groups of prototypes that lie together: leaders, each as far as possible from those before it, and who is
// nearest to them. (Prototypes that are empty lie at the centre here.)
void BoundedFollower::group(const Matrix& V) {
  const Index k = V.rows(), count = std::clamp<Index>(k / 6, 1, most_groups_);
  Vector nearest = Vector::Constant(k, std::numeric_limits<double>::infinity());
  std::vector<Index> of(static_cast<std::size_t>(k), 0);
  Index leader = 0;
  for (Index g = 0; g < count; ++g) {
    for (Index j = 0; j < k; ++j)
      if (const double d2 = (V.row(j) - V.row(leader)).squaredNorm(); d2 < nearest[j]) {
        nearest[j] = d2;
        of[static_cast<std::size_t>(j)] = g;
      }
    nearest.maxCoeff(&leader);
  }
  order_.resize(static_cast<std::size_t>(k));
  std::iota(order_.begin(), order_.end(), Index{0});
  std::stable_sort(order_.begin(), order_.end(), [&](Index a, Index b) {
    return of[static_cast<std::size_t>(a)] < of[static_cast<std::size_t>(b)];
  });
  place_.resize(order_.size());
  first_.assign(1, 0);
  for (Index row = 0; row < k; ++row) {
    const Index label = order_[static_cast<std::size_t>(row)];
    place_[static_cast<std::size_t>(label)] = row;
    if (row > 0 && of[static_cast<std::size_t>(label)] !=
                       of[static_cast<std::size_t>(order_[static_cast<std::size_t>(row) - 1])])
      first_.push_back(row);
  }
  first_.push_back(k);
}

auto BoundedFollower::look(const Prototypes& P, Range columns) -> Now {
  VectorSpace::Means fresh = VectorSpace::means_of(P, columns);
  const Index k = columns.size(), n = space_.size();
  if (before_.rows() != k || std::ssize(own_) != n) {
    group(fresh.vectors);
    own_.assign(static_cast<std::size_t>(n), -1);
    upper_.assign(static_cast<std::size_t>(n), infinity);
    lower_.assign(static_cast<std::size_t>(n * groups()), 0);
    before_ = fresh.vectors;
    norms_before_ = fresh.norms;
  }
  Now now;
  now.step.resize(static_cast<std::size_t>(k));
  now.group_step.assign(static_cast<std::size_t>(groups()), 0);
  for (Index j = 0; j < k; ++j)
    if (std::isfinite(fresh.norms[j])) now.largest = std::max(now.largest, fresh.norms[j]);
  const double lost = 8 * space_.epsilon() * std::sqrt(now.largest);  // by rounding, in a step
  for (Index g = 0; g < groups(); ++g)
    for (Index row = first_[static_cast<std::size_t>(g)]; row < first_[static_cast<std::size_t>(g) + 1];
         ++row) {
      const Index j = order_[static_cast<std::size_t>(row)];
      const bool empty = !std::isfinite(fresh.norms[j]), was_empty = !std::isfinite(norms_before_[j]);
      float& step = now.step[static_cast<std::size_t>(j)];
      // One that becomes empty is farther than any bound; one that no longer is may be anywhere.
      step = was_empty && !empty ? infinity
             : empty             ? 0
                                 : above((fresh.vectors.row(j) - before_.row(j)).norm() + lost);
      float& most = now.group_step[static_cast<std::size_t>(g)];
      most = std::max(most, step);
    }
  now.rounding = 32 * space_.epsilon() * (largest_self_ + now.largest);
  before_ = fresh.vectors;
  norms_before_ = fresh.norms;
  now.means.vectors = before_(order_, Eigen::all);
  now.means.norms = norms_before_(order_);
  return now;
}

// The bounds of a point of which all distances are known.
void BoundedFollower::keep(const Now& now, Index point, int label, double* d2) {
  const auto at = static_cast<std::size_t>(point);
  own_[at] = label;
  const Index mine = place_[static_cast<std::size_t>(label)];
  upper_[at] = root_above(d2[mine] + now.rounding);
  d2[mine] = std::numeric_limits<double>::infinity();
  for (Index g = 0; g < groups(); ++g) {
    const Index begin = first_[static_cast<std::size_t>(g)], end = first_[static_cast<std::size_t>(g) + 1];
    const double least = least_of(d2 + begin, end - begin);
    lower_[at * static_cast<std::size_t>(groups()) + static_cast<std::size_t>(g)] =
        root_below(least - now.rounding);
  }
}

template <class Settled, class Visit>
void BoundedFollower::follow(const Now& now, const Labels& labels, const Settled& settled,
                             const Visit& visit) {
  const auto count = static_cast<std::size_t>(groups());
  parallel_points(space_.size(), 4 * groups(), [&](Index begin, Index end) {
    Open open;
    for (Index i = begin; i < end; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (own_[at] != labels[at]) {  // moved by other code
        own_[at] = -1;
        upper_[at] = infinity;
      } else {
        upper_[at] = (upper_[at] + now.step[static_cast<std::size_t>(labels[at])]) * (1 + outwards);
      }
      const float least = lowered(lower_.data() + at * count, now.group_step);
      if (own_[at] >= 0 && settled(i, upper_[at], least)) continue;
      open.points.push_back(i);
      open.least.push_back(least);
    }
    if (open.points.empty()) return;
    // For many points the distance to their own prototype decides.
    space_.pack_points(open.points, open.rows);
    const Index d = open.rows.dimensions;
    Index still = 0;
    for (Index r = 0; r < std::ssize(open.points); ++r) {
      const Index i = open.points[static_cast<std::size_t>(r)];
      const auto at = static_cast<std::size_t>(i);
      const double* x = open.rows.values.data() + r * d;
      if (own_[at] >= 0) {
        const Index mine = place_[static_cast<std::size_t>(own_[at])];
        const double* v = now.means.vectors.data() + mine * d;
        const double d2 = (Eigen::Map<const Vector>(x, d) - Eigen::Map<const Vector>(v, d)).squaredNorm();
        upper_[at] = root_above(d2 + now.rounding);
        if (settled(i, upper_[at], open.least[static_cast<std::size_t>(r)])) continue;
      }
      std::copy_n(x, d, open.rows.values.data() + still * d);
      open.points[static_cast<std::size_t>(still++)] = i;
    }
    open.points.resize(static_cast<std::size_t>(still));
    Matrix D2;
    space_.distances_of(open.points, open.rows, now.means, D2);
    for (Index r = 0; r < still; ++r) {
      const Index i = open.points[static_cast<std::size_t>(r)];
      keep(now, i, visit(i, D2.row(r).data()), D2.row(r).data());
    }
  });
}

// As mercer::nearest, whose order is that of the labels. Nearly always one prototype alone is as near as a
// tie allows at most.
int BoundedFollower::nearest_label(const Now& now, const Prototypes& P, Range columns, Index point,
                                   const double* d2) const {
  const Index k = columns.size();
  const double least = least_of(d2, k), self = space_.self()[point];
  const double widest = least + tie_tolerance(self, now.largest, space_.epsilon());
  Index near = 0, found = 0;
  for (Index row = 0; row < k; ++row) {
    const bool is_near = d2[row] <= widest;
    near += is_near ? 1 : 0;
    found |= is_near ? row : 0;
  }
  if (near == 1) return static_cast<int>(order_[static_cast<std::size_t>(found)]);
  const auto lowest_at_most = [&](double limit) {
    Index lowest = k;
    for (Index row = 0; row < k; ++row)
      if (d2[row] <= limit) lowest = std::min(lowest, order_[static_cast<std::size_t>(row)]);
    return std::min(lowest, k - 1);
  };
  const double norm = P.squared_norm(columns.begin + lowest_at_most(least));
  return static_cast<int>(lowest_at_most(least + tie_tolerance(self, norm, space_.epsilon())));
}

// Settled: the own prototype is nearer than all others by more than ties and rounding.
Moves BoundedFollower::nearest(const Prototypes& P, Range columns, Labels& labels) {
  const Now now = look(P, columns);
  std::vector<Moves> found(static_cast<std::size_t>((space_.size() + points_together - 1) / points_together));
  const auto settled = [&](Index, float upper, float lower) {
    const double u = upper, l = lower;
    return (l - u) * (l + u) > 3 * now.rounding;
  };
  follow(now, labels, settled, [&](Index i, const double* d2) {
    int& label = labels[static_cast<std::size_t>(i)];
    const int fresh = nearest_label(now, P, columns, i, d2);
    if (fresh != label) found[static_cast<std::size_t>(i / points_together)].add(i, label, fresh);
    return label = fresh;
  });
  return joined(found);
}

// Settled: even at the ends of the bounds the move would gain nothing.
std::vector<Index> BoundedFollower::gaining(const Prototypes& P, Range columns, const Labels& labels,
                                            const Vector& weights, double least) {
  const Now now = look(P, columns);
  const auto mass = P.mass.segment(columns.begin, columns.size());
  const double smallest = (mass.array() > 0).select(mass, std::numeric_limits<double>::infinity()).minCoeff();
  std::vector<std::vector<Index>> found(
      static_cast<std::size_t>((space_.size() + points_together - 1) / points_together));
  const auto settled = [&](Index i, float upper, float lower) {
    const double w = weights[i], M = mass[labels[static_cast<std::size_t>(i)]];
    if (is_alone(w, M)) return true;
    const double own = static_cast<double>(upper) * upper, other = static_cast<double>(lower) * lower;
    return w * (M / (M - w) * (own + now.rounding) - smallest / (smallest + w) * (other - now.rounding)) <=
           least;
  };
  Vector by_row(mass.size());
  for (Index row = 0; row < by_row.size(); ++row) by_row[row] = mass[order_[static_cast<std::size_t>(row)]];
  follow(now, labels, settled, [&](Index i, const double* d2) {
    const int label = labels[static_cast<std::size_t>(i)];
    const Index mine = place_[static_cast<std::size_t>(label)];
    if (!is_alone(weights[i], mass[label]) &&
        gains({d2, static_cast<std::size_t>(by_row.size())}, mine, weights[i], by_row, least))
      found[static_cast<std::size_t>(i / points_together)].push_back(i);
    return label;
  });
  std::vector<Index> all;
  for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace mercer
