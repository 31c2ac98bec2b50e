// The engine: every method of the papers is this loop, with a space and a rule of its own.
//
//   place(W) -> D2 -> W = rule(D2)        until W and the energy rest
//
// A rule fills one row of weights from one row of distances and returns that point's share of the energy. A
// rule with a schedule (rules/traits.hpp) goes through all of it, then on until it rests. Starts are extra
// columns: start r owns columns r * clusters .. (r + 1) * clusters - 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "core/distance_math.hpp"
#include "core/parallel.hpp"
#include "engine/rest.hpp"
#include "engine/sparse_labels.hpp"
#include "rules/traits.hpp"
#include "space/partial_sums.hpp"
#include "space/space.hpp"

namespace mercer {

struct FitOptions {
  Index clusters = 1;
  Index max_iterations = 300;
  double energy_tolerance = 1e-7;  // relative change of the energy ...
  double weight_tolerance = 1e-4;  // ... and largest change of a weight at which a start rests
  Vector weights;                  // one per point
  Control* control = nullptr;
  bool best_only = false;  // only the best start counts: one that can't win any more ends
};

// The result of one start.
struct Fit {
  Matrix weights = {};  // n x clusters, as the rule gave them (point weights not in it)
  double energy = 0;
  Index iterations = 0;
  bool converged = false;
  std::vector<double> history = {};
  Prototypes prototypes = {};  // the last ones, where later placements depend on them
};

namespace detail {

// What a step did, by start.
struct Step {
  Vector energy, change;  // change: the largest of a weight
};

// The largest change of a weight, by start: the largest of its columns.
inline Vector by_start(const Eigen::RowVectorXd& changes, Index k) {
  return changes.reshaped<Eigen::RowMajor>(changes.cols() / k, k).rowwise().maxCoeff();
}
inline Vector largest_changes(const Matrix& before, const Matrix& W, Index k) {
  return by_start((W - before).cwiseAbs().colwise().maxCoeff(), k);
}

// A prototype that lost its weight stays where it was; false: all have some.
inline bool keep_dead(const Vector& sums, const Matrix& before, Matrix& W) {
  bool any = false;
  for (Index j = 0; j < W.cols(); ++j) {
    if (sums[j] > no_weight) continue;
    W.col(j) = before.col(j);
    any = true;
  }
  return any;
}

// v_j = (1 - pace) v_j + pace v_j': both sets of weights are brought to one mass and mixed.
inline void slow_down(const Matrix& before, Matrix& W, const Vector& weights, double pace) {
  const Vector old = before.transpose() * weights, fresh = W.transpose() * weights;
  const double total = weights.sum();
  for (Index j = 0; j < W.cols(); ++j)
    W.col(j) = (1 - pace) * total / old[j] * before.col(j) + pace * total / fresh[j] * W.col(j);
}

// One step of the active starts: new weights from the distances. All that is asked of a row of weights is
// taken while it is at hand.
template <WeightRule R>
Step reweigh(const Space& space, const Prototypes& P, const R& rule, const Matrix& before, Matrix& W,
             const FitOptions& options) {
  const Index n = space.size(), k = options.clusters, starts = before.cols() / k;
  W.resize(n, before.cols());
  BlockSums energies(n, starts), changes(n, W.cols()), sums(n, W.cols());
  space.scan(P, {0, P.count()}, [&](Range points, Block& D2) {
    const Index begin = points.begin, rows = points.size();
    Vector energy(rows);
    for (Index s = 0; s < starts; ++s) {
      weigh(rule, rules::Rows<const double>{D2.data() + s * k, rows, k, D2.outerStride()},
            rules::Rows<double>{W.row(begin).data() + s * k, rows, k, W.cols()},
            std::span<double>(energy.data(), static_cast<std::size_t>(rows)));
      energies.at(begin)[s] = options.weights.segment(begin, rows).dot(energy);
    }
    sums_and_changes(before.row(begin).data(), W.row(begin).data(), rows, W.cols(), sums.at(begin).data(),
                     changes.at(begin).data());
  });
  bool corrected = keep_dead(sums.sum(), before, W);
  if constexpr (Paced<R>) {
    slow_down(before, W, options.weights, rule.pace());
    corrected = true;
  }
  return {energies.sum(),
          corrected ? largest_changes(before, W, k) : by_start(changes.largest().transpose(), k)};
}

// Columns of the given starts.
inline std::vector<Index> columns_of(const std::vector<Index>& starts, Index k) {
  std::vector<Index> columns;
  for (Index s : starts)
    for (Index j = 0; j < k; ++j) columns.push_back(s * k + j);
  return columns;
}

// Only the starts `going` (positions among the present columns).
inline void keep_starts(const Space& space, const std::vector<Index>& going, Index k, Matrix& W,
                        Prototypes& P) {
  const std::vector<Index> columns = columns_of(going, k);
  W = Matrix(W(Eigen::all, columns));
  P = space.select(P, columns);
}

// The rule of a step: its schedule falls from step 0 to step `schedule` - 1.
template <WeightRule R>
R rule_at(const R& rule, Index step, Index schedule) {
  if constexpr (Scheduled<R>)
    return rule.at(schedule > 1 ? std::min(1.0, static_cast<double>(step) / static_cast<double>(schedule - 1))
                                : 1.0);
  else
    return rule;
}

template <WeightRule R>
Index schedule_of(const R& rule, const FitOptions& options) {
  if constexpr (Scheduled<R>)
    return std::min<Index>(rule.steps, options.max_iterations);
  else
    return 0;
}

// v_j = sum_h w_h W(h,j) phi(x_h) / mass_j; P are the prototypes before.
inline void place(const Space& space, const Matrix& W, const FitOptions& options, Prototypes& P) {
  if (options.weights.isOnes(0))
    space.place(W, P, options.control);
  else
    space.place(options.weights.asDiagonal() * W, P, options.control);
}

inline RestLimits limits_of(const Space& space, const FitOptions& options) {
  return {options.energy_tolerance, options.weight_tolerance, space.epsilon(), options.max_iterations};
}

// The first prototypes: those of labels need no dense product.
inline void place_first(const Space& space, const Matrix& W, const FitOptions& options, Prototypes& P) {
  const auto labels = space.remembers() ? std::nullopt : sparse_labels(W, options.weights, options.clusters);
  if (!labels) return place(space, W, options, P);
  P = space.none(W.cols());
  space.move(*labels, P, options.control);
}

}  // namespace detail

// Runs all starts of W (n x starts * clusters) to rest; one Fit a start.
template <WeightRule R>
std::vector<Fit> fit(const Space& space, const R& rule, Matrix W, const FitOptions& options) {
  const Index k = options.clusters, schedule = detail::schedule_of(rule, options);
  const RestLimits limits = detail::limits_of(space, options);
  std::vector<Fit> fits(static_cast<std::size_t>(W.cols() / k));
  std::vector<Course> courses(fits.size());
  double best = std::numeric_limits<double>::infinity();  // energy of those that have converged
  std::vector<std::size_t> active(fits.size());
  std::iota(active.begin(), active.end(), std::size_t{0});
  Prototypes P;
  Matrix before;  // the weights of the step before; the two change places
  Progress progress = Progress::open(options.control, "pass");
  for (Index step = 0; !active.empty(); ++step) {
    step == 0 ? detail::place_first(space, W, options, P) : detail::place(space, W, options, P);
    const bool stop = progress.stopped();  // the products may be incomplete: the weights before them stand
    detail::Step now;
    if (!stop) {
      std::swap(before, W);
      now = detail::reweigh(space, P, detail::rule_at(rule, step, schedule), before, W, options);
    }
    for (std::size_t s = 0; s < active.size() && !stop; ++s) {
      Fit& f = fits[active[s]];
      const auto at = static_cast<Index>(s);
      ++f.iterations;
      f.history.push_back(f.energy = now.energy[at]);
      courses[active[s]].add(now.energy[at], now.change[at], step >= schedule);
      f.converged = step >= schedule && courses[active[s]].rests(limits);
      if (f.converged) best = std::min(best, f.energy);
    }
    std::vector<Index> going;
    std::vector<std::size_t> still;
    for (std::size_t s = 0; s < active.size(); ++s) {
      Fit& f = fits[active[s]];
      const auto at = static_cast<Index>(s);
      const bool beaten = options.best_only && step >= schedule && courses[active[s]].beaten(best, limits);
      if (stop || f.converged || beaten || f.iterations >= options.max_iterations) {
        f.weights = W.middleCols(at * k, k);
        if (space.remembers()) f.prototypes = space.select(P, detail::columns_of({at}, k));
      } else {
        going.push_back(at);
        still.push_back(active[s]);
      }
    }
    if (going.size() < active.size()) detail::keep_starts(space, going, k, W, P);
    active = std::move(still);
    progress.done();
  }
  return fits;
}

}  // namespace mercer
