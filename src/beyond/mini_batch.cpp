#include "beyond/mini_batch.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>

#include "core/nearest.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"
#include "gram/given_gram.hpp"
#include "space/gram_space.hpp"

namespace mercer {
namespace {

constexpr Index largest_sample = 2048;
constexpr std::uint64_t first_stream = 3000;

// Points drawn with probability ~ their weight.
class Sampler {
 public:
  explicit Sampler(const Vector& weights) : sums_(weights.size()) {
    double total = 0;
    for (Index i = 0; i < weights.size(); ++i) sums_[i] = total += weights[i];
  }
  double total() const { return sums_[sums_.size() - 1]; }
  std::vector<Index> draw(Index count, Random& random) const {
    std::vector<Index> points;
    for (Index c = 0; c < count; ++c) {
      const double at = random.uniform() * total();
      const double* found = std::upper_bound(sums_.data(), sums_.data() + sums_.size(), at);
      points.push_back(std::min<Index>(found - sums_.data(), sums_.size() - 1));
    }
    return points;
  }

 private:
  Vector sums_;
};

// The latest points of one prototype, oldest first.
struct Centre {
  std::deque<Index> points;
  std::deque<double> coefficients;

  // v = (1 - rate) v + rate mean(fresh); the oldest points beyond the window are forgotten
  void move(const std::vector<Index>& fresh, double rate, std::size_t window) {
    for (double& c : coefficients) c *= 1 - rate;
    for (const Index i : fresh) {
      points.push_back(i);
      coefficients.push_back(rate / static_cast<double>(fresh.size()));
    }
    while (points.size() > window) {
      points.pop_front();
      coefficients.pop_front();
    }
  }
};

std::span<const Index> own_points(const Support& s, Index j) {
  const auto at = static_cast<std::size_t>(j);
  return std::span(s.points).subspan(static_cast<std::size_t>(s.start[at]),
                                     static_cast<std::size_t>(s.start[at + 1] - s.start[at]));
}
auto own_coefficients(const Support& s, Index j) {
  const Index from = s.start[static_cast<std::size_t>(j)];
  return s.coefficients.segment(from, s.start[static_cast<std::size_t>(j) + 1] - from);
}

// The centres side by side, their coefficients scaled to sum to one, |v_j|^2 = c_j' K c_j.
Support support_of(const Gram& gram, const std::vector<Centre>& centres) {
  Support s;
  s.start = {0};
  std::vector<double> coefficients;
  for (const Centre& centre : centres) {
    const double sum = std::accumulate(centre.coefficients.begin(), centre.coefficients.end(), 0.0);
    s.points.insert(s.points.end(), centre.points.begin(), centre.points.end());
    for (const double c : centre.coefficients) coefficients.push_back(c / sum);
    s.start.push_back(static_cast<Index>(s.points.size()));
  }
  s.coefficients = Eigen::Map<const Vector>(coefficients.data(), static_cast<Index>(coefficients.size()));
  s.norm.resize(static_cast<Index>(centres.size()));
  parallel_blocks(s.clusters(), [&](Index j) {
    Matrix K;
    gram.block(own_points(s, j), own_points(s, j), K);
    s.norm[j] = own_coefficients(s, j).dot(K * own_coefficients(s, j));
  });
  return s;
}

// D2(r, j) = |phi(rows[r]) - v_j|^2
Matrix distances(const Gram& gram, const Vector& diagonal, const Support& support,
                 std::span<const Index> rows) {
  constexpr Index together = 128;
  Matrix D2(static_cast<Index>(rows.size()), support.clusters());
  parallel_rows(D2.rows(), together, [&](Index begin, Index end) {
    Matrix K;
    gram.block(rows.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)),
               support.points, K);
    for (Index j = 0; j < support.clusters(); ++j) {
      const auto c = own_coefficients(support, j);
      const Vector products = K.middleCols(support.start[static_cast<std::size_t>(j)], c.size()) * c;
      for (Index r = begin; r < end; ++r)
        D2(r, j) = diagonal[rows[static_cast<std::size_t>(r)]] - 2 * products[r - begin] + support.norm[j];
    }
  });
  return D2;
}

// Points by their nearest prototype, and the mean of the distances to it.
struct Assigned {
  std::vector<std::vector<Index>> members;
  double mean = 0;
};
Assigned assign(const Gram& gram, const Vector& diagonal, const Support& support,
                std::span<const Index> rows) {
  const Matrix D2 = distances(gram, diagonal, support, rows);
  Assigned out{std::vector<std::vector<Index>>(static_cast<std::size_t>(D2.cols()))};
  for (Index r = 0; r < D2.rows(); ++r) {
    const Index i = rows[static_cast<std::size_t>(r)];
    const Index j = nearest(
        D2.row(r), diagonal[i], [&](Index p) { return support.norm[p]; }, gram.epsilon());
    out.members[static_cast<std::size_t>(j)].push_back(i);
    out.mean += D2(r, j) / static_cast<double>(D2.rows());
  }
  return out;
}

// Labels of a start on a sample, as centres; a cluster that it left empty begins at a point of the sample.
std::vector<Centre> begin_at(const std::vector<Index>& sample, const Labels& labels,
                             const MiniBatchContext& c) {
  std::vector<std::vector<Index>> members(static_cast<std::size_t>(c.hard.clusters));
  for (std::size_t i = 0; i < sample.size(); ++i)
    members[static_cast<std::size_t>(labels[i])].push_back(sample[i]);
  std::vector<Centre> centres(members.size());
  for (std::size_t j = 0; j < members.size(); ++j) {
    if (members[j].empty()) members[j] = {sample[j % sample.size()]};
    centres[j].move(members[j], 1, static_cast<std::size_t>(c.choice.window.value()));
  }
  return centres;
}

// Ten batches gain less than `tolerance` over the ten before.
bool rests(const std::vector<double>& history, double tolerance) {
  constexpr std::ptrdiff_t few = 10;
  if (static_cast<std::ptrdiff_t>(history.size()) < 2 * few) return false;
  const double now = std::accumulate(history.end() - few, history.end(), 0.0);
  const double before = std::accumulate(history.end() - 2 * few, history.end() - few, 0.0);
  return before - now < tolerance * std::abs(before);
}

MiniBatchFit run_start(const MiniBatchContext& c, const Vector& diagonal, const Sampler& sampler,
                       std::vector<Centre> centres, Random random) {
  MiniBatchFit fit;
  fit.support = support_of(c.gram, centres);
  Progress progress(c.hard.control, "batches", c.choice.batches);
  while (fit.batches < c.choice.batches && !fit.converged && !progress.stopped()) {
    const Assigned batch = assign(c.gram, diagonal, fit.support, sampler.draw(c.choice.size, random));
    for (std::size_t j = 0; j < centres.size(); ++j) {
      const auto& fresh = batch.members[j];
      if (fresh.empty()) continue;
      // the paper's rate: the root of the prototype's share of the batch
      const double share = static_cast<double>(fresh.size()) / static_cast<double>(c.choice.size);
      centres[j].move(fresh, std::sqrt(share), static_cast<std::size_t>(c.choice.window.value()));
    }
    fit.support = support_of(c.gram, centres);
    fit.history.push_back(sampler.total() * batch.mean);
    ++fit.batches;
    fit.converged = rests(fit.history, c.choice.tolerance);
    progress.done();
  }
  return fit;
}

std::vector<Index> distinct(std::vector<Index> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

// The points on which the starts are made: few enough for a kernel matrix, all of them where they are few.
std::vector<Index> starting_sample(const MiniBatchContext& c, const Sampler& sampler, Random& random) {
  const Index n = c.gram.size();
  const Index wanted = std::max(std::min(c.choice.size, largest_sample), 4 * c.hard.clusters);
  std::vector<Index> points = n > wanted ? sampler.draw(wanted, random) : std::vector<Index>();
  points = distinct(std::move(points));
  if (static_cast<Index>(points.size()) >= 2 * c.hard.clusters) return points;
  // A few heavy points were drawn again and again: others come in, spread evenly.
  for (Index s = 0; s < std::min(n, wanted); ++s) points.push_back(s * n / std::min(n, wanted));
  return distinct(std::move(points));
}

std::vector<Labels> start_labels(const MiniBatchContext& c, const std::vector<Index>& sample) {
  Matrix K;
  c.gram.block(sample, sample, K);
  const GramSpace space(std::make_shared<GivenGram>(Data(std::move(K)), Precomputed{}));
  const Data points = c.points ? c.points->take(sample) : Data();
  HardOptions hard = c.hard;
  hard.weights = Vector::Ones(static_cast<Index>(sample.size()));
  const Labels none;
  return initialise(c.init, {space, c.points ? &points : nullptr, hard, 0,
                             different_starts(c.init, c.hard.clusters, c.restarts), c.seed, none});
}

}  // namespace

MiniBatchFit mini_batch(const MiniBatchContext& c) {
  const Sampler sampler(c.hard.weights);
  const Vector diagonal = c.gram.diagonal();
  Random random(c.seed, first_stream);
  const auto sample = starting_sample(c, sampler, random);
  const auto judges = sampler.draw(4 * c.choice.size, random);
  MiniBatchFit best;
  double least = std::numeric_limits<double>::infinity();
  std::uint64_t stream = first_stream;
  for (const Labels& labels : start_labels(c, sample)) {
    if (stream > first_stream && c.hard.control && c.hard.control->stop) break;
    MiniBatchFit fit = run_start(c, diagonal, sampler, begin_at(sample, labels, c), Random(c.seed, ++stream));
    const double mean = assign(c.gram, diagonal, fit.support, judges).mean;
    if (mean < least || best.support.points.empty()) {
      least = mean;
      best = std::move(fit);
    }
  }
  return best;
}

double mean_gap(const MiniBatchContext& c, const Support& support, const Labels& labels) {
  Random random(c.seed, first_stream - 1);
  const auto sample = distinct(Sampler(c.hard.weights).draw(largest_sample, random));
  std::vector<std::vector<Index>> members(static_cast<std::size_t>(support.clusters()));
  for (const Index i : sample)
    members[static_cast<std::size_t>(labels[static_cast<std::size_t>(i)])].push_back(i);
  Vector mass = Vector::Zero(support.clusters());
  for (std::size_t i = 0; i < labels.size(); ++i) mass[labels[i]] += c.hard.weights[static_cast<Index>(i)];
  double gap = 0;
  for (Index j = 0; j < support.clusters(); ++j) {
    const auto& own = members[static_cast<std::size_t>(j)];
    if (own.size() < 2) continue;
    Matrix K, cross;
    c.gram.block(own, own, K);
    c.gram.block(own, own_points(support, j), cross);
    const Vector products = cross * own_coefficients(support, j);
    // <phi_i - v, phi_l - v> = k(i, l) - <phi_i, v> - <phi_l, v> + |v|^2: all pairs, less those of one point
    const auto m = static_cast<double>(own.size());
    const double all = K.sum() - 2 * m * products.sum() + m * m * support.norm[j];
    const double same = K.trace() - 2 * products.sum() + m * support.norm[j];
    gap += mass[j] * (all - same) / (m * (m - 1));
  }
  return gap;
}

}  // namespace mercer
