#include "space/bounded_follower.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/distance_math.hpp"
#include "core/nearest.hpp"
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

std::size_t blocks_of(Index size) {
  return static_cast<std::size_t>((size + points_together - 1) / points_together);
}

}  // namespace

// Groups of prototypes that lie together: leaders, each as far as possible from those before it, and who is
// nearest to them. (Prototypes that are empty lie at the centre here.) In few dimensions distances to a few
// prototypes cost as much as to one, so groups fill whole vectors of them.
void BoundedFollower::group(const Matrix& V) {
  const bool few = V.cols() <= few_dimensions;
  const Index k = V.rows(), count = std::clamp<Index>(k / (few ? 6 : 1), 1, most_groups_);
  Vector nearest = Vector::Constant(k, std::numeric_limits<double>::infinity());
  group_of_.assign(static_cast<std::size_t>(k), 0);
  Index leader = 0;
  for (Index g = 0; g < count; ++g) {
    for (Index j = 0; j < k; ++j)
      if (const double d2 = (V.row(j) - V.row(leader)).squaredNorm(); d2 < nearest[j]) {
        nearest[j] = d2;
        group_of_[static_cast<std::size_t>(j)] = static_cast<unsigned>(g);
      }
    nearest.maxCoeff(&leader);
  }
  const Index whole = few ? 8 : 1;
  label_of_.clear();
  place_.resize(static_cast<std::size_t>(k));
  first_.assign(1, 0);
  for (Index g = 0; g < count; ++g) {
    for (Index j = 0; j < k; ++j)
      if (group_of_[static_cast<std::size_t>(j)] == static_cast<unsigned>(g)) {
        place_[static_cast<std::size_t>(j)] = places();
        label_of_.push_back(static_cast<int>(j));
      }
    while (places() % whole != 0) label_of_.push_back(-1);
    first_.push_back(places());
  }
}

auto BoundedFollower::look(const Prototypes& P, Range columns) -> Now {
  VectorSpace::Means fresh = VectorSpace::means_of(P, columns);
  const Index k = columns.size(), n = space_.size(), d = fresh.vectors.cols();
  if (before_.rows() != k || std::ssize(own_) != n) {
    group(fresh.vectors);
    own_.assign(static_cast<std::size_t>(n), -1);
    upper_.assign(static_cast<std::size_t>(n), infinity);
    lower_.assign(blocks_of(n) * static_cast<std::size_t>(points_together * groups()), 0);
    before_ = fresh.vectors;
    norms_before_ = fresh.norms;
  }
  Now now;
  now.step.resize(static_cast<std::size_t>(k));
  now.group_step.assign(static_cast<std::size_t>(groups()), 0);
  for (Index j = 0; j < k; ++j)
    if (std::isfinite(fresh.norms[j])) now.largest = std::max(now.largest, fresh.norms[j]);
  // by rounding, in a step
  const double lost = 8 * std::numeric_limits<double>::epsilon() * std::sqrt(now.largest);
  for (Index j = 0; j < k; ++j) {
    const bool empty = !std::isfinite(fresh.norms[j]), was_empty = !std::isfinite(norms_before_[j]);
    float& step = now.step[static_cast<std::size_t>(j)];
    // One that becomes empty is farther than any bound; one that no longer is may be anywhere.
    step = was_empty && !empty ? infinity
           : empty             ? 0
                               : above((fresh.vectors.row(j) - before_.row(j)).norm() + lost);
    float& most = now.group_step[group_of_[static_cast<std::size_t>(j)]];
    most = std::max(most, step);
  }
  // A sum of d products errs by d roundings at most.
  now.rounding = static_cast<double>(32 + d) * space_.epsilon() * (largest_self_ + now.largest);
  now.all = {Matrix::Zero(places(), d), Vector::Constant(places(), std::numeric_limits<double>::infinity())};
  for (Index j = 0; j < k; ++j) {
    now.all.vectors.row(place(static_cast<int>(j))) = fresh.vectors.row(j);
    now.all.norms[place(static_cast<int>(j))] = fresh.norms[j];
  }
  for (Index g = 0; g < groups(); ++g) {
    const Index begin = first_[static_cast<std::size_t>(g)],
                count = first_[static_cast<std::size_t>(g) + 1] - begin;
    now.means.push_back({now.all.vectors.middleRows(begin, count), now.all.norms.segment(begin, count)});
  }
  before_ = std::move(fresh.vectors);
  norms_before_ = std::move(fresh.norms);
  return now;
}

// The bounds of a block of points after the steps of the prototypes; returns each point's least lower bound.
Eigen::ArrayXf BoundedFollower::carry(const Now& now, const Labels& labels, Range points) {
  Eigen::ArrayXf least = Eigen::ArrayXf::Constant(points.size(), infinity);
  for (Index g = 0; g < groups(); ++g) {
    Eigen::Map<Eigen::ArrayXf> bounds(lower(points.begin, g), points.size());
    bounds = (bounds - now.group_step[static_cast<std::size_t>(g)]).max(0.0F) * (1 - outwards);
    least = least.min(bounds);
  }
  for (Index i = points.begin; i < points.end; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (own_[at] < 0 || own_[at] != labels[at]) {  // moved by other code
      own_[at] = -1;
      upper_[at] = infinity;
    } else {
      upper_[at] = (upper_[at] + now.step[static_cast<std::size_t>(labels[at])]) * (1 + outwards);
    }
  }
  return least;
}

// Leaves the points, and of each the groups, that are open although its distance to its own prototype is
// known. The own group is looked at in any case: its bound is not about that prototype.
template <class Settled>
void BoundedFollower::narrow(const Now& now, const Settled& settled, Open& open) {
  const Index d = open.rows.dimensions;
  Index still = 0;
  for (Index r = 0; r < std::ssize(open.points); ++r) {
    const Index i = open.points[static_cast<std::size_t>(r)];
    const auto at = static_cast<std::size_t>(i);
    const double* x = open.rows.values.data() + r * d;
    std::uint32_t groups_left = all_groups();
    if (own_[at] >= 0) {
      const double* v = now.all.vectors.data() + place(own_[at]) * d;
      const double d2 = (Eigen::Map<const Vector>(x, d) - Eigen::Map<const Vector>(v, d)).squaredNorm();
      upper_[at] = root_above(d2 + now.rounding);
      const float* bounds = lower(i - i % points_together, 0) + i % points_together;
      for (Index g = 0; g < groups(); ++g)
        if (settled(i, upper_[at], bounds[g * points_together])) groups_left &= ~(1U << g);
      if (groups_left == 0) continue;
      groups_left |= bit_of(own_[at]);
    }
    if (still < r) std::copy_n(x, d, open.rows.values.data() + still * d);
    open.points[static_cast<std::size_t>(still++)] = i;
    open.groups.push_back(groups_left);
  }
  open.points.resize(static_cast<std::size_t>(still));
  open.rows.count = still;
}

// Distances of some of the open points to the prototypes from place `first` on.
void BoundedFollower::measure(const VectorSpace::Means& means, Index first, Open& open) const {
  if (open.some.empty()) return;
  Measured& part = open.part;
  if (open.some.size() == open.points.size()) {
    space_.distances_of(open.points, open.rows, means, part.D2);
    open.D2.middleCols(first, part.D2.cols()) = part.D2;
    return;
  }
  const Index d = open.rows.dimensions;
  part.points.clear();
  part.rows.count = std::ssize(open.some);
  part.rows.dimensions = d;
  part.rows.values.resize(open.some.size() * static_cast<std::size_t>(d));
  for (double* to = part.rows.values.data(); const Index r : open.some) {
    part.points.push_back(open.points[static_cast<std::size_t>(r)]);
    to = std::copy_n(open.rows.values.data() + r * d, d, to);
  }
  space_.distances_of(part.points, part.rows, means, part.D2);
  for (Index e = 0; e < part.D2.rows(); ++e)
    open.D2.row(open.some[static_cast<std::size_t>(e)]).segment(first, part.D2.cols()) = part.D2.row(e);
}

// Where most groups are open, all are looked at together.
void BoundedFollower::measure(const Now& now, Open& open) const {
  open.some.clear();
  for (std::size_t r = 0; r < open.points.size(); ++r)
    if (2 * std::popcount(open.groups[r]) > groups()) {
      open.groups[r] = all_groups();
      open.some.push_back(static_cast<Index>(r));
    }
  open.D2.setConstant(std::ssize(open.points), places(), std::numeric_limits<double>::infinity());
  measure(now.all, 0, open);
  for (Index g = 0; g < groups(); ++g) {
    open.some.clear();
    for (std::size_t r = 0; r < open.points.size(); ++r)
      if (open.groups[r] != all_groups() && (open.groups[r] >> g & 1U) != 0)
        open.some.push_back(static_cast<Index>(r));
    measure(now.means[static_cast<std::size_t>(g)], first_[static_cast<std::size_t>(g)], open);
  }
}

// The bounds that follow from the distances of an open point.
void BoundedFollower::keep(const Now& now, Open& open, Index row, int label) {
  const Index point = open.points[static_cast<std::size_t>(row)];
  const auto at = static_cast<std::size_t>(point);
  double* const d2 = open.D2.row(row).data();
  double& mine = d2[place(label)];
  own_[at] = label;
  upper_[at] = root_above(mine + now.rounding);
  mine = std::numeric_limits<double>::infinity();
  float* bounds = lower(point - point % points_together, 0) + point % points_together;
  for (Index g = 0; g < groups(); ++g)
    if ((open.groups[static_cast<std::size_t>(row)] >> g & 1U) != 0) {
      const Index begin = first_[static_cast<std::size_t>(g)], end = first_[static_cast<std::size_t>(g) + 1];
      bounds[g * points_together] = root_below(least_of(d2 + begin, end - begin) - now.rounding);
    }
}

template <class Settled, class Visit>
void BoundedFollower::follow(const Now& now, const Labels& labels, const Settled& settled,
                             const Visit& visit) {
  parallel_points(space_.size(), 4 * groups(), [&](Index begin, Index end) {
    const Eigen::ArrayXf least = carry(now, labels, {begin, end});
    static thread_local Open open;
    open.clear();
    for (Index i = begin; i < end; ++i)
      if (own_[static_cast<std::size_t>(i)] < 0 ||
          !settled(i, upper_[static_cast<std::size_t>(i)], least[i - begin]))
        open.points.push_back(i);
    if (open.points.empty()) return;
    // For many points the distance to their own prototype decides.
    space_.pack_points(open.points, open.rows);
    narrow(now, settled, open);
    measure(now, open);
    for (Index r = 0; r < std::ssize(open.points); ++r)
      keep(now, open, r, visit(open.points[static_cast<std::size_t>(r)], open.D2.row(r).data()));
  });
}

// As mercer::nearest, whose order is that of the labels. Nearly always one prototype alone is as near as a
// tie allows at most. Prototypes of groups that are not open are too far for a tie.
int BoundedFollower::nearest_label(const Now& now, const Prototypes& P, Range columns, Index point,
                                   double* d2) const {
  double least = 0;
  Index best = 0;
  least_of_rows(d2, places(), 1, places(), &least, &best);
  d2[best] = std::numeric_limits<double>::infinity();
  const double second = least_of(d2, places()), self = space_.self()[point];
  d2[best] = least;
  if (second > least + tie_tolerance(self, now.largest, space_.epsilon()))
    return label_of_[static_cast<std::size_t>(best)];
  const auto lowest_at_most = [&](double limit) {
    int lowest = static_cast<int>(columns.size()) - 1;
    for (Index at = 0; at < places(); ++at)
      if (const int label = label_of_[static_cast<std::size_t>(at)]; label >= 0 && d2[at] <= limit)
        lowest = std::min(lowest, label);
    return lowest;
  };
  const double norm = P.squared_norm(columns.begin + lowest_at_most(least));
  return lowest_at_most(least + tie_tolerance(self, norm, space_.epsilon()));
}

// Settled: the own prototype is nearer than all others by more than ties and rounding.
Moves BoundedFollower::nearest(const Prototypes& P, Range columns, Labels& labels) {
  const Now now = look(P, columns);
  std::vector<Moves> found(blocks_of(space_.size()));
  const auto settled = [&](Index, float upper, float lower) {
    const double u = upper, l = lower;
    return (l - u) * (l + u) > 3 * now.rounding;
  };
  follow(now, labels, settled, [&](Index i, double* d2) {
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
  std::vector<std::vector<Index>> found(blocks_of(space_.size()));
  const auto settled = [&](Index i, float upper, float lower) {
    const double w = weights[i], M = mass[labels[static_cast<std::size_t>(i)]];
    if (is_alone(w, M)) return true;
    const double own = static_cast<double>(upper) * upper, other = static_cast<double>(lower) * lower;
    return w * (M / (M - w) * (own + now.rounding) - smallest / (smallest + w) * (other - now.rounding)) <=
           least;
  };
  Vector by_place = Vector::Zero(places());
  for (Index j = 0; j < mass.size(); ++j) by_place[place(static_cast<int>(j))] = mass[j];
  follow(now, labels, settled, [&](Index i, const double* d2) {
    const int label = labels[static_cast<std::size_t>(i)];
    if (!is_alone(weights[i], mass[label]) &&
        gains({d2, static_cast<std::size_t>(places())}, place(label), weights[i], by_place, least))
      found[static_cast<std::size_t>(i / points_together)].push_back(i);
    return label;
  });
  std::vector<Index> all;
  for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace mercer
