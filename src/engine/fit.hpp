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
#include <numeric>
#include <span>
#include <vector>

#include "core/parallel.hpp"
#include "engine/winners.hpp"
#include "rules/traits.hpp"
#include "space/space.hpp"

namespace mercer {

struct FitOptions {
  Index clusters = 1;
  Index max_iterations = 300;
  double energy_tolerance = 1e-7;  // relative change of the energy ...
  double weight_tolerance = 1e-4;  // ... and largest change of a weight at which a start rests
  Vector weights;                  // one a point
  Control* control = nullptr;
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

// One step of the active starts: new weights from the distances. Returns the energy of each start.
template <WeightRule R>
std::vector<double> reweigh(const Space& space, const Prototypes& P, const R& rule, Matrix& W,
                            const FitOptions& options) {
  const Index n = space.size(), k = options.clusters, starts = W.cols() / k;
  Matrix energies = Matrix::Zero((n + points_together - 1) / points_together, starts);
  parallel_points(n, 8 * W.cols(), [&](Index begin, Index end) {
    Matrix D2;
    space.distances(P, {begin, end}, {0, P.count()}, D2);
    for (Index i = begin; i < end; ++i)
      for (Index s = 0; s < starts; ++s) {
        const std::span<const double> d2(D2.row(i - begin).data() + s * k, static_cast<std::size_t>(k));
        const std::span<double> w(W.row(i).data() + s * k, static_cast<std::size_t>(k));
        energies(begin / points_together, s) += options.weights[i] * rule(d2, w);
      }
  });
  std::vector<double> energy;
  for (Index s = 0; s < starts; ++s) energy.push_back(energies.col(s).sum());
  return energy;
}

// A prototype that lost its weight stays where it was.
inline void keep_dead(const Matrix& before, Matrix& W) {
  const Vector sums = W.transpose() * Vector::Ones(W.rows());
  for (Index j = 0; j < W.cols(); ++j)
    if (!(sums[j] > no_weight)) W.col(j) = before.col(j);
}

// v_j = (1 - pace) v_j + pace v_j': both sets of weights are brought to one mass and mixed.
inline void slow_down(const Matrix& before, Matrix& W, const Vector& weights, double pace) {
  const Vector old = before.transpose() * weights, fresh = W.transpose() * weights;
  const double total = weights.sum();
  for (Index j = 0; j < W.cols(); ++j)
    W.col(j) = (1 - pace) * total / old[j] * before.col(j) + pace * total / fresh[j] * W.col(j);
}

// The largest change of a weight, by start.
inline std::vector<double> largest_changes(const Matrix& before, const Matrix& W, Index k) {
  const Index n = W.rows(), starts = W.cols() / k;
  Matrix changes = Matrix::Zero((n + points_together - 1) / points_together, starts);
  parallel_points(n, W.cols(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index s = 0; s < starts; ++s)
        changes(begin / points_together, s) =
            std::max(changes(begin / points_together, s),
                     (W.row(i).segment(s * k, k) - before.row(i).segment(s * k, k)).cwiseAbs().maxCoeff());
  });
  std::vector<double> change;
  for (Index s = 0; s < starts; ++s) change.push_back(changes.col(s).maxCoeff());
  return change;
}

// Columns of the given starts.
inline std::vector<Index> columns_of(const std::vector<Index>& starts, Index k) {
  std::vector<Index> columns;
  for (Index s : starts)
    for (Index j = 0; j < k; ++j) columns.push_back(s * k + j);
  return columns;
}

// The starts `going` (positions among the present columns) alone.
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

// v_j = sum_h w_h W(h,j) phi(x_h) / mass_j; P are the prototypes before, `rule` gave W from their distances.
template <WeightRule R>
void place(const Space& space, const R& rule, const Matrix& W, const FitOptions& options, WinnerSums& sums,
           Prototypes& P) {
  if constexpr (by_winner<R>) {
    const auto* feature = dynamic_cast<const GramSpace*>(&space);
    if (feature && P.count() == W.cols())
      return sums.place(*feature, pulls(rule, options.clusters), options.weights, P);
  }
  space.place(options.weights.asDiagonal() * W, P);
}

// Neither the weights nor the energy change any more.
inline bool rests(const Fit& f, double energy, double change, const FitOptions& options) {
  return change < options.weight_tolerance && !f.history.empty() &&
         std::abs(f.energy - energy) <= options.energy_tolerance * std::abs(energy);
}

}  // namespace detail

// Runs all starts of W (n x starts * clusters) to rest; one Fit a start.
template <WeightRule R>
std::vector<Fit> fit(const Space& space, const R& rule, Matrix W, const FitOptions& options) {
  const Index k = options.clusters, schedule = detail::schedule_of(rule, options);
  std::vector<Fit> fits(static_cast<std::size_t>(W.cols() / k));
  std::vector<std::size_t> active(fits.size());
  std::iota(active.begin(), active.end(), std::size_t{0});
  Prototypes P;
  WinnerSums sums;
  Progress progress(options.control, "iterations", options.max_iterations);
  for (Index step = 0; !active.empty(); ++step) {
    detail::place(space, detail::rule_at(rule, std::max<Index>(step, 1) - 1, schedule), W, options, sums, P);
    const bool stop = progress.stopped();  // the products may be incomplete: the weights before them stand
    const Matrix before = W;
    std::vector<double> energy, change;
    if (!stop) {
      energy = detail::reweigh(space, P, detail::rule_at(rule, step, schedule), W, options);
      detail::keep_dead(before, W);
      if constexpr (Paced<R>) detail::slow_down(before, W, options.weights, rule.pace());
      change = detail::largest_changes(before, W, k);
    }
    std::vector<Index> going;
    std::vector<std::size_t> still;
    for (std::size_t s = 0; s < active.size(); ++s) {
      Fit& f = fits[active[s]];
      if (!stop) {
        ++f.iterations;
        f.converged = step >= schedule && detail::rests(f, energy[s], change[s], options);
        f.history.push_back(f.energy = energy[s]);
      }
      if (stop || f.converged || f.iterations >= options.max_iterations) {
        f.weights = W.middleCols(static_cast<Index>(s) * k, k);
        if (space.remembers()) f.prototypes = space.select(P, detail::columns_of({static_cast<Index>(s)}, k));
      } else {
        going.push_back(static_cast<Index>(s));
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
