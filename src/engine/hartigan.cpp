#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/distance_math.hpp"
#include "core/parallel.hpp"
#include "engine/hard.hpp"

namespace mercer {
namespace {

struct Move {
  Index to = -1;
  double gain = 0;
};

// Moving point i of weight w from a to b lowers the objective by
//   w (M_a / (M_a - w) d_ia - M_b / (M_b + w) d_ib)
// (M = mass of the cluster). The best b, if it gains more than `least`.
template <class Row>
Move best_move(const Row& d2, Index from, double w, const Vector& mass, double least) {
  Move best{-1, least};
  if (mass[from] - w <= 1e-9 * w) return best;  // alone in its cluster
  const double leaving = mass[from] / (mass[from] - w) * d2[from];
  for (Index b = 0; b < d2.size(); ++b) {
    if (b == from || mass[b] <= 0) continue;
    const double gain = w * (leaving - mass[b] / (mass[b] + w) * d2[b]);
    if (gain > best.gain) best = {b, gain};
  }
  return best;
}

// At least what a move costs in the cluster to which a point of weight w goes, M / (M + w) d2, for the least
// of the other distances and the smallest mass.
double least_cost(double nearest, double smallest, double w) {
  return nearest > 0 ? smallest / (smallest + w) * nearest : nearest;
}

// Points that gain by a move as things stand. Most are told by the nearest of the other prototypes alone.
std::vector<Index> candidates(const Space& space, const HardState& state, Index start, const Vector& mass,
                              double least, const HardOptions& options) {
  const Index k = options.clusters, first = start * k;
  const Labels& labels = state.starts[static_cast<std::size_t>(start)].labels;
  const double smallest = (mass.array() > 0).select(mass, std::numeric_limits<double>::infinity()).minCoeff();
  return space.choose(
      state.prototypes, {first, first + k}, [&](Range block, Block& D2, std::vector<Index>& chosen) {
        const Index begin = block.begin, rows = block.size();
        Vector own(rows), others(rows);
        std::vector<Index> at(static_cast<std::size_t>(rows));
        const auto label = [&](Index r) { return Index{labels[static_cast<std::size_t>(begin + r)]}; };
        for (Index r = 0; r < rows; ++r)
          own[r] = std::exchange(D2(r, label(r)), std::numeric_limits<double>::infinity());
        least_of_rows(D2.data(), D2.outerStride(), rows, k, others.data(), at.data());
        for (Index r = 0; r < rows; ++r) {
          const double w = options.weights[begin + r], M = mass[label(r)];
          if (!(w * (M / (M - w) * own[r] - least_cost(others[r], smallest, w)) > least)) continue;
          D2(r, label(r)) = own[r];
          if (best_move(D2.row(r), label(r), w, mass, least).to >= 0) chosen.push_back(begin + r);
        }
      });
}

// The distances of the candidates to the clusters, exact while members come and go: with v' = c1 v + c2
// phi_h, c1 + c2 = 1,
//   |phi_i - v'|^2 = c1 |phi_i - v|^2 + c2 |phi_i - phi_h|^2 - c1 c2 |phi_h - v|^2.
void shift(Matrix& D2, const Matrix& pairs, Index h, Index cluster, double mass, double w) {
  const double c1 = mass / (mass + w), c2 = w / (mass + w);
  const double d_h = D2(h, cluster);
  D2.col(cluster) = c1 * D2.col(cluster) + c2 * pairs.col(h) - Vector::Constant(D2.rows(), c1 * c2 * d_h);
}

// Visits the candidates in turn, moving each that still gains.
Index visit(const Space& space, HardState& state, Index start, std::span<const Index> points, Vector& mass,
            double least, const HardOptions& options) {
  const Index k = options.clusters, first = start * k;
  const auto m = static_cast<Index>(points.size());
  Matrix D2, pairs;
  space.distances(state.prototypes, points, {first, first + k}, D2);
  space.between(points, points, pairs);
  Labels labels = state.starts[static_cast<std::size_t>(start)].labels;
  Index moves = 0;
  for (Index p = 0; p < m; ++p) {
    const Index i = points[static_cast<std::size_t>(p)];
    const Index from = labels[static_cast<std::size_t>(i)];
    const double w = options.weights[i];
    const Move move = best_move(D2.row(p), from, w, mass, least);
    if (move.to < 0) continue;
    shift(D2, pairs, p, from, mass[from], -w);
    shift(D2, pairs, p, move.to, mass[move.to], w);
    mass[from] -= w;
    mass[move.to] += w;
    labels[static_cast<std::size_t>(i)] = static_cast<int>(move.to);
    ++moves;
  }
  if (moves > 0) relabel(space, state, start, labels, options);
  return moves;
}

}  // namespace

Index hartigan(const Space& space, HardState& state, Index start, const HardOptions& options) {
  constexpr int most_passes = 100;
  constexpr std::size_t together = 512;
  const Index k = options.clusters;
  const auto& own = state.starts[static_cast<std::size_t>(start)];
  Index moves = 0;
  for (int pass = 0; pass < most_passes; ++pass) {
    Vector mass = state.prototypes.mass.segment(start * k, k);
    // Gains below rounding are none.
    const double least =
        std::max(1e-10 * std::abs(own.objective), 16 * space.epsilon() * std::abs(state.total)) /
            static_cast<double>(space.size()) +
        std::numeric_limits<double>::min();
    const std::vector<Index> points = candidates(space, state, start, mass, least, options);
    Index moved = 0;
    for (std::size_t at = 0; at < points.size(); at += together) {
      if (options.control && options.control->stop) return moves;
      moved +=
          visit(space, state, start, std::span(points).subspan(at, std::min(together, points.size() - at)),
                mass, least, options);
    }
    moves += moved;
    if (moved == 0) break;
  }
  return moves;
}

}  // namespace mercer
