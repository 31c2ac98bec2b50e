#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/parallel.hpp"
#include "engine/hard.hpp"
#include "rules/nearest.hpp"

namespace mercer {
namespace {

bool stopped(const Control* control) { return control && control->stop.load(std::memory_order_relaxed); }

// Labels that differ between `from` and `to` in any of the starts, as changes of weights. An empty `from`
// means that the points had no label.
SparseRows differences(const std::vector<Index>& starts, const std::vector<Labels>& from,
                       const std::vector<Labels>& to, const HardOptions& options) {
  SparseRows dW;
  const auto n = static_cast<std::size_t>(options.weights.size());
  for (std::size_t i = 0; i < n; ++i) {
    bool added = false;
    for (std::size_t s = 0; s < starts.size(); ++s) {
      const bool fresh = from[s].empty();
      if (!fresh && from[s][i] == to[s][i]) continue;
      if (!added) dW.add_row(static_cast<Index>(i));
      added = true;
      const Index first = starts[s] * options.clusters;
      const double w = options.weights[static_cast<Index>(i)];
      if (!fresh) dW.add(first + from[s][i], -w);
      dW.add(first + to[s][i], w);
    }
  }
  return dW;
}

void evaluate(HardState& state, Index start, const HardOptions& options) {
  auto& own = state.starts[static_cast<std::size_t>(start)];
  const Index first = start * options.clusters;
  own.objective = within(state.prototypes, first, options.clusters, state.total);
  own.mass = state.prototypes.mass.segment(first, options.clusters);
  own.norm = state.prototypes.norm.segment(first, options.clusters);
}

// An emptied cluster leaves rounding behind; it must read as empty.
void change(const Space& space, HardState& state, const SparseRows& dW) {
  space.move(dW, state.prototypes);
  for (std::size_t e = 0; e < dW.columns.size(); ++e)
    state.members[static_cast<std::size_t>(dW.columns[e])] += dW.values[e] > 0 ? 1 : -1;
  for (Index j = 0; j < state.prototypes.count(); ++j)
    if (state.members[static_cast<std::size_t>(j)] == 0)
      state.prototypes.mass[j] = state.prototypes.norm[j] = 0;
  state.moved += static_cast<Index>(dW.rows.size());
}

// Nearest prototype of every point in one start; returns whether any label differs.
bool assign(const Space& space, const HardState& state, Index start, const HardOptions& options,
            Labels& labels) {
  const Index k = options.clusters, first = start * k;
  const Labels& before = state.starts[static_cast<std::size_t>(start)].labels;
  std::atomic<bool> differs{false};
  parallel_points(space.size(), 4 * k, [&](Index begin, Index end) {
    Matrix D2;
    space.distances(state.prototypes, {begin, end}, {first, first + k}, D2);
    bool any = false;
    for (Index i = begin; i < end; ++i) {
      const Index j = nearest(
          D2.row(i - begin), space.self()[i],
          [&](Index p) { return state.prototypes.squared_norm(first + p); }, space.epsilon());
      labels[static_cast<std::size_t>(i)] = static_cast<int>(j);
      any = any || before[static_cast<std::size_t>(i)] != j;
    }
    if (any) differs = true;
  });
  return differs;
}

// The sums from scratch: against the rounding that many small changes leave.
void renew(const Space& space, HardState& state, const HardOptions& options) {
  std::vector<Index> all;
  std::vector<Labels> none(state.starts.size()), labels;
  for (std::size_t r = 0; r < state.starts.size(); ++r) {
    all.push_back(static_cast<Index>(r));
    labels.push_back(state.starts[r].labels);
  }
  state.prototypes = space.none(state.prototypes.count());
  state.members.assign(static_cast<std::size_t>(state.prototypes.count()), 0);
  change(space, state, differences(all, none, labels, options));
  state.moved = 0;
}

}  // namespace

HardState assemble(const Space& space, std::vector<Labels> labels, const HardOptions& options) {
  HardState state;
  const auto starts = static_cast<Index>(labels.size());
  state.prototypes = space.none(starts * options.clusters);
  state.total = options.weights.dot(space.self());
  for (auto& l : labels)
    state.starts.push_back({.labels = std::move(l), .objective = std::numeric_limits<double>::infinity()});
  renew(space, state, options);
  if (stopped(options.control)) return state;
  for (Index r = 0; r < starts; ++r) evaluate(state, r, options);
  return state;
}

void relabel(const Space& space, HardState& state, Index start, const Labels& labels,
             const HardOptions& options) {
  auto& own = state.starts[static_cast<std::size_t>(start)];
  change(space, state, differences({start}, {own.labels}, {labels}, options));
  if (stopped(options.control)) return;
  own.labels = labels;
  evaluate(state, start, options);
}

void lloyd(const Space& space, HardState& state, const HardOptions& options) {
  std::vector<Index> all(state.starts.size());
  std::iota(all.begin(), all.end(), Index{0});
  lloyd(space, state, std::move(all), options);
}

void lloyd(const Space& space, HardState& state, std::vector<Index> active, const HardOptions& options) {
  const Index n = space.size();
  while (!active.empty()) {
    std::vector<Index> changing;
    std::vector<Labels> from, to;
    for (const Index r : active) {
      auto& start = state.starts[static_cast<std::size_t>(r)];
      start.converged = false;
      if (start.iterations >= options.max_iterations || stopped(options.control)) continue;
      Labels labels(static_cast<std::size_t>(n));
      ++start.iterations;
      if (assign(space, state, r, options, labels)) {
        changing.push_back(r);
        from.push_back(start.labels);
        to.push_back(std::move(labels));
      } else {
        start.converged = true;
        start.history.push_back(start.objective);
      }
    }
    if (changing.empty()) return;
    change(space, state, differences(changing, from, to, options));
    if (stopped(options.control)) return;  // the sums may be incomplete: the labels before them stand
    active.clear();
    for (std::size_t s = 0; s < changing.size(); ++s) {
      auto& start = state.starts[static_cast<std::size_t>(changing[s])];
      const double before = start.objective;
      start.labels = to[s];
      evaluate(state, changing[s], options);
      // With an indefinite kernel the step may lead up, and in circles: take it back and end.
      if (start.objective > before + 64 * space.epsilon() * (std::abs(state.total) + std::abs(before))) {
        relabel(space, state, changing[s], from[s], options);
        start.converged = true;
      } else {
        active.push_back(changing[s]);
      }
      start.history.push_back(start.objective);
    }
    if (state.moved > 8 * n) renew(space, state, options);
  }
}

Vector own_distances(const Space& space, const HardState& state, Index start, const HardOptions& options) {
  const Index k = options.clusters, first = start * k;
  const Labels& labels = state.starts[static_cast<std::size_t>(start)].labels;
  Vector d(space.size());
  parallel_points(space.size(), 4 * k, [&](Index begin, Index end) {
    Matrix D2;
    space.distances(state.prototypes, {begin, end}, {first, first + k}, D2);
    for (Index i = begin; i < end; ++i) d[i] = D2(i - begin, labels[static_cast<std::size_t>(i)]);
  });
  return d;
}

void optimise(const Space& space, HardState& state, const HardOptions& options) {
  constexpr int most_rounds = 50;
  std::vector<Index> active(state.starts.size());
  std::iota(active.begin(), active.end(), Index{0});
  for (int round = 0; round < most_rounds && !active.empty(); ++round) {
    lloyd(space, state, active, options);
    std::vector<Index> changed;
    for (const Index r : active) {
      if (stopped(options.control)) return;
      const Index filled = fill_empty(space, state, r, options);
      if (filled > 0 || (options.refine && hartigan(space, state, r, options) > 0)) changed.push_back(r);
    }
    active = std::move(changed);
  }
}

}  // namespace mercer
