// The engine: every method of the papers is this loop, with a space and a rule of its own.
//
//   place(W) -> D2 -> W = rule(D2)        until W and the energy rest
//
// A rule fills one row of weights from one row of distances and returns that point's share of the energy. A
// rule with a schedule has `at(progress)`, the rule to use when `progress` (0 to 1) of max_iterations is
// over; its whole schedule is run. Starts are extra columns: start r owns columns r * clusters .. (r + 1) *
// clusters - 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <numeric>
#include <span>
#include <vector>

#include "core/parallel.hpp"
#include "space/space.hpp"

namespace mercer {

template <class R>
concept WeightRule = requires(const R r, std::span<const double> d2, std::span<double> w) {
  { r(d2, w) } -> std::same_as<double>;
};
template <class R>
concept Scheduled = requires(const R r, double progress) {
  { r.at(progress) } -> std::same_as<R>;
};

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

// One step of the active starts: new weights from the distances; energies and largest changes by start.
template <WeightRule R>
void reweigh(const Space& space, const Prototypes& P, const R& rule, Matrix& W, const FitOptions& options,
             std::vector<double>& energy, std::vector<double>& change) {
  const Index n = space.size(), k = options.clusters, starts = W.cols() / k;
  const Index blocks = (n + points_together - 1) / points_together;
  Matrix energies = Matrix::Zero(blocks, starts), changes = Matrix::Zero(blocks, starts);
  parallel_points(n, 8 * W.cols(), [&](Index begin, Index end) {
    Matrix D2;
    space.distances(P, {begin, end}, {0, P.count()}, D2);
    std::vector<double> w(static_cast<std::size_t>(k));
    for (Index i = begin; i < end; ++i)
      for (Index s = 0; s < starts; ++s) {
        const double* d2 = D2.row(i - begin).data() + s * k;
        double* old = W.row(i).data() + s * k;
        const double share =
            rule(std::span<const double>(d2, static_cast<std::size_t>(k)), std::span<double>(w));
        energies(begin / points_together, s) += options.weights[i] * share;
        double& largest = changes(begin / points_together, s);
        for (Index j = 0; j < k; ++j) {
          largest = std::max(largest, std::abs(w[static_cast<std::size_t>(j)] - old[j]));
          old[j] = w[static_cast<std::size_t>(j)];
        }
      }
  });
  for (Index s = 0; s < starts; ++s) {
    energy[static_cast<std::size_t>(s)] = energies.col(s).sum();
    change[static_cast<std::size_t>(s)] = changes.col(s).maxCoeff();
  }
}

// A prototype that lost all its weight stays where it was.
inline void keep_dead(const Matrix& before, Matrix& W) {
  for (Index j = 0; j < W.cols(); ++j)
    if (!(W.col(j).sum() > 0)) W.col(j) = before.col(j);
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

template <WeightRule R>
R rule_at(const R& rule, Index step, Index steps) {
  if constexpr (Scheduled<R>)
    return rule.at(
        std::min(1.0, static_cast<double>(step) / static_cast<double>(std::max<Index>(1, steps - 1))));
  else
    return rule;
}

}  // namespace detail

// Runs all starts of W (n x starts * clusters) to rest; one Fit a start.
template <WeightRule R>
std::vector<Fit> fit(const Space& space, const R& rule, Matrix W, const FitOptions& options) {
  const Index k = options.clusters;
  std::vector<Fit> fits(static_cast<std::size_t>(W.cols() / k));
  std::vector<std::size_t> active(fits.size());
  std::iota(active.begin(), active.end(), std::size_t{0});
  Prototypes P;
  Progress progress(options.control, "iterations", options.max_iterations);
  for (Index step = 0; !active.empty(); ++step) {
    // v_j = sum_h w_h W(h,j) phi(x_h) / mass_j
    space.place(options.weights.asDiagonal() * W, P);
    const bool stop = progress.stopped();  // the products may be incomplete: the weights before them stand
    const Matrix before = W;
    std::vector<double> energy(active.size()), change(active.size());
    if (!stop)
      detail::reweigh(space, P, detail::rule_at(rule, step, options.max_iterations), W, options, energy,
                      change);
    detail::keep_dead(before, W);
    std::vector<Index> going;
    std::vector<std::size_t> still;
    for (std::size_t s = 0; s < active.size(); ++s) {
      Fit& f = fits[active[s]];
      if (!stop) {
        ++f.iterations;
        f.converged = Scheduled<R> ? f.iterations >= options.max_iterations
                                   : change[s] < options.weight_tolerance && !f.history.empty() &&
                                         std::abs(f.energy - energy[s]) <=
                                             options.energy_tolerance * std::abs(energy[s]);
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
