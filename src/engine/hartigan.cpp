#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/hard.hpp"
#include "space/gain.hpp"

namespace mercer {
namespace {

struct Move {
  Index to = -1;
  double gain = 0;
};

// The best move of a point of weight w, if it gains more than `least`.
template <class Row>
Move best_move(const Row& d2, Index from, double w, const Vector& mass, double least) {
  Move best{-1, least};
  if (is_alone(w, mass[from])) return best;
  for (Index b = 0; b < d2.size(); ++b) {
    if (b == from || mass[b] <= 0) continue;
    const double gain = gain_of_move(w, mass[from], d2[from], mass[b], d2[b]);
    if (gain > best.gain) best = {b, gain};
  }
  return best;
}

// The distances of the candidates to the clusters, exact while members come and go: with v' = c1 v + c2
// phi_h, c1 + c2 = 1,
//   |phi_i - v'|^2 = c1 |phi_i - v|^2 + c2 |phi_i - phi_h|^2 - c1 c2 |phi_h - v|^2.
void shift(Matrix& D2, const Matrix& pairs, Index h, Index cluster, double mass, double w) {
  const double c1 = mass / (mass + w), c2 = w / (mass + w);
  const double d_h = D2(h, cluster);
  D2.col(cluster) = c1 * D2.col(cluster) + c2 * pairs.col(h) - Vector::Constant(D2.rows(), c1 * c2 * d_h);
}

// Visits the candidates, which are in ascending order, moving each that still gains.
Index visit(const Space& space, HardState& state, Index start, std::span<const Index> points, Vector& mass,
            double least, const HardOptions& options) {
  const Index k = options.clusters, first = start * k;
  const auto m = static_cast<Index>(points.size());
  Matrix D2, pairs;
  space.distances(state.prototypes, points, {first, first + k}, D2);
  space.between(points, points, pairs);
  const Labels& labels = state.starts[static_cast<std::size_t>(start)].labels;
  Moves moves;
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
    moves.add(i, static_cast<int>(from), static_cast<int>(move.to));
  }
  if (!moves.empty()) relabel(space, state, start, moves, options);
  return std::ssize(moves.points);
}

}  // namespace

Index hartigan(const Space& space, HardState& state, Index start, const HardOptions& options) {
  return hartigan(space, state, start, options, *space.follow(1));
}
Index hartigan(const Space& space, HardState& state, Index start, const HardOptions& options,
               Follower& follower) {
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
    const std::vector<Index> points =
        follower.gaining(state.prototypes, {start * k, (start + 1) * k}, own.labels, options.weights, least);
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
