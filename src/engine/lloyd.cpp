#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/hard.hpp"

namespace mercer {
namespace {

bool stopped(const Control* control) { return control && control->stop.load(std::memory_order_relaxed); }

// What the moves of some starts change in the weights.
SparseRows changes(const std::vector<Index>& starts, const std::vector<Moves>& moves,
                   const HardOptions& options) {
  SparseRows dW;
  std::size_t all = 0;
  for (const Moves& own : moves) all += own.points.size();
  dW.rows.reserve(all);
  dW.start.reserve(all + 1);
  dW.columns.reserve(2 * all);
  dW.values.reserve(2 * all);
  std::vector<std::size_t> next(starts.size(), 0);
  const auto point = [&](std::size_t s) {
    return next[s] < moves[s].points.size() ? moves[s].points[next[s]] : options.weights.size();
  };
  for (;;) {
    Index i = options.weights.size();
    for (std::size_t s = 0; s < starts.size(); ++s) i = std::min(i, point(s));
    if (i == options.weights.size()) return dW;
    dW.add_row(i);
    for (std::size_t s = 0; s < starts.size(); ++s) {
      if (point(s) != i) continue;
      const Index first = starts[s] * options.clusters;
      const std::size_t at = next[s]++;
      if (moves[s].from[at] >= 0) dW.add(first + moves[s].from[at], -options.weights[i]);
      dW.add(first + moves[s].to[at], options.weights[i]);
    }
  }
}

// An empty `from` means that the points had no label.
Moves differences(const Labels& from, const Labels& to) {
  Moves moves;
  if (from.empty()) {
    moves.points.reserve(to.size());
    moves.from.reserve(to.size());
    moves.to.reserve(to.size());
  }
  for (std::size_t i = 0; i < to.size(); ++i)
    if (const int before = from.empty() ? -1 : from[i]; before != to[i])
      moves.add(static_cast<Index>(i), before, to[i]);
  return moves;
}

// Some points take other labels.
void take(const std::vector<Index>& points, const Labels& others, Labels& labels) {
  for (std::size_t e = 0; e < points.size(); ++e) labels[static_cast<std::size_t>(points[e])] = others[e];
}

void evaluate(HardState& state, Index start, const HardOptions& options) {
  auto& own = state.starts[static_cast<std::size_t>(start)];
  const Index first = start * options.clusters;
  own.objective = within(state.prototypes, first, options.clusters, state.total);
  own.mass = state.prototypes.mass.segment(first, options.clusters);
  own.norm = state.prototypes.norm.segment(first, options.clusters);
}

// An emptied cluster leaves rounding behind; it must read as empty.
void change(const Space& space, HardState& state, const SparseRows& dW, const HardOptions& options) {
  space.move(dW, state.prototypes, options.control);
  for (std::size_t e = 0; e < dW.columns.size(); ++e)
    state.members[static_cast<std::size_t>(dW.columns[e])] += dW.values[e] > 0 ? 1 : -1;
  for (Index j = 0; j < state.prototypes.count(); ++j)
    if (state.members[static_cast<std::size_t>(j)] == 0)
      state.prototypes.mass[j] = state.prototypes.norm[j] = 0;
  state.moved += static_cast<Index>(dW.rows.size());
}

// The sums from scratch: against the rounding that many small changes leave.
void renew(const Space& space, HardState& state, const HardOptions& options) {
  const Index count = std::ssize(state.starts) * options.clusters;
  std::vector<Index> all;
  std::vector<Moves> moves;
  for (std::size_t r = 0; r < state.starts.size(); ++r) {
    all.push_back(static_cast<Index>(r));
    moves.push_back(differences({}, state.starts[r].labels));
  }
  state.prototypes = {};  // before there are new ones: the sums may be large
  state.prototypes = space.none(count);
  state.members.assign(static_cast<std::size_t>(count), 0);
  change(space, state, changes(all, moves, options), options);
  state.moved = 0;
}

}  // namespace

HardState assemble(const Space& space, std::vector<Labels> labels, const HardOptions& options) {
  HardState state;
  const auto starts = static_cast<Index>(labels.size());
  state.total = options.weights.dot(space.self());
  for (auto& l : labels)
    state.starts.push_back({.labels = std::move(l), .objective = std::numeric_limits<double>::infinity()});
  renew(space, state, options);
  if (stopped(options.control)) return state;
  for (Index r = 0; r < starts; ++r) evaluate(state, r, options);
  return state;
}

void relabel(const Space& space, HardState& state, Index start, const Moves& moves,
             const HardOptions& options) {
  auto& own = state.starts[static_cast<std::size_t>(start)];
  change(space, state, changes({start}, {moves}, options), options);
  if (stopped(options.control)) return;
  take(moves.points, moves.to, own.labels);
  evaluate(state, start, options);
}
void relabel(const Space& space, HardState& state, Index start, const Labels& labels,
             const HardOptions& options) {
  const Labels& before = state.starts[static_cast<std::size_t>(start)].labels;
  relabel(space, state, start, differences(before, labels), options);
}

void lloyd(const Space& space, HardState& state, const HardOptions& options) {
  std::vector<Index> all(state.starts.size());
  std::iota(all.begin(), all.end(), Index{0});
  Followers followers = followers_of(space, state);
  lloyd(space, state, std::move(all), options, followers);
}

Followers followers_of(const Space& space, const HardState& state) {
  const Index starts = std::ssize(state.starts);
  Followers followers;
  for (Index r = 0; r < starts; ++r) followers.push_back(space.follow(starts));
  return followers;
}

void lloyd(const Space& space, HardState& state, std::vector<Index> active, const HardOptions& options,
           Followers& followers, Progress* passes) {
  const Index k = options.clusters;
  for (; !active.empty(); passes ? passes->done() : void()) {
    std::vector<Index> changing;
    std::vector<Moves> moves;
    for (const Index r : active) {
      auto& start = state.starts[static_cast<std::size_t>(r)];
      start.converged = start.early = false;
      if (start.iterations >= options.max_iterations || stopped(options.control)) continue;
      ++start.iterations;
      Moves moved = followers[static_cast<std::size_t>(r)]->nearest(state.prototypes, {r * k, (r + 1) * k},
                                                                    start.labels);
      if (!moved.empty()) {
        changing.push_back(r);
        moves.push_back(std::move(moved));
      } else {
        start.converged = true;
        start.history.push_back(start.objective);
      }
    }
    if (changing.empty()) return;
    change(space, state, changes(changing, moves, options), options);
    if (stopped(options.control)) {  // the sums may be incomplete: the labels before them stand
      for (std::size_t s = 0; s < changing.size(); ++s)
        take(moves[s].points, moves[s].from, state.starts[static_cast<std::size_t>(changing[s])].labels);
      return;
    }
    active.clear();
    for (std::size_t s = 0; s < changing.size(); ++s) {
      auto& start = state.starts[static_cast<std::size_t>(changing[s])];
      const double before = start.objective;
      evaluate(state, changing[s], options);
      // With an indefinite kernel the step may lead up, and in circles: take it back and end.
      if (start.objective > before + 64 * space.epsilon() * (std::abs(state.total) + std::abs(before))) {
        std::swap(moves[s].from, moves[s].to);
        relabel(space, state, changing[s], moves[s], options);
        start.converged = true;
      } else if (options.tolerance > 0 && before - start.objective <= options.tolerance * before) {
        start.converged = start.early = true;
      } else {
        active.push_back(changing[s]);
      }
      start.history.push_back(start.objective);
    }
    if (state.moved > 8 * space.size()) renew(space, state, options);
  }
}

Vector own_distances(const Space& space, const HardState& state, Index start, const HardOptions& options) {
  const Index k = options.clusters, first = start * k;
  const Labels& labels = state.starts[static_cast<std::size_t>(start)].labels;
  Vector d(space.size());
  space.scan(state.prototypes, {first, first + k}, [&](Range points, Block& D2) {
    for (Index i = points.begin; i < points.end; ++i)
      d[i] = D2(i - points.begin, labels[static_cast<std::size_t>(i)]);
  });
  return d;
}

void optimise(const Space& space, HardState& state, const HardOptions& options) {
  constexpr int most_rounds = 50;
  std::vector<Index> active(state.starts.size());
  std::iota(active.begin(), active.end(), Index{0});
  Progress passes = Progress::open(options.control, "pass");
  Followers followers = followers_of(space, state);
  for (int round = 0; round < most_rounds && !active.empty(); ++round) {
    lloyd(space, state, active, options, followers, &passes);
    std::vector<Index> changed;
    for (const Index r : active) {
      if (stopped(options.control)) return;
      const Index filled = fill_empty(space, state, r, options);
      // Single moves begin where no label changes any more, not where the iterations are used up.
      const HardStart& start = state.starts[static_cast<std::size_t>(r)];
      const bool refine = options.refine && start.converged && !start.early;
      if (filled > 0 ||
          (refine && hartigan(space, state, r, options, *followers[static_cast<std::size_t>(r)]) > 0))
        changed.push_back(r);
    }
    active = std::move(changed);
  }
}

}  // namespace mercer
