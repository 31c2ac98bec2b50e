#include "front/hard_run.hpp"

#include <algorithm>
#include <limits>

#include "beyond/affinity.hpp"
#include "gram/given.hpp"
#include "kernels/resolve.hpp"
#include "search/swap.hpp"
#include "space/vector_space.hpp"

namespace mercer {
namespace {

// One start of many, with its prototypes.
HardState one_start(const Space& space, const HardState& state, Index start, Index clusters) {
  std::vector<Index> columns;
  for (Index j = 0; j < clusters; ++j) columns.push_back(start * clusters + j);
  HardState one;
  one.starts = {state.starts[static_cast<std::size_t>(start)]};
  one.prototypes = space.select(state.prototypes, columns);
  for (Index j : columns) one.members.push_back(state.members[static_cast<std::size_t>(j)]);
  one.total = state.total;
  one.moved = state.moved;
  return one;
}

// Never fewer clusters in silence.
void require_all_clusters(const Run& run, const HardState& state) {
  const auto empty = std::count(state.members.begin(), state.members.end(), Index{0});
  if (empty > 0 && !run.stopped())
    throw Error(
        Fault::usage,
        fmt::format("{} of {} clusters stay empty; lower `clusters`, or change the kernel or the start",
                    empty, run.options.clusters));
}

}  // namespace

void finish_hard(Run& run, const HardStart& best) {
  Result& r = run.result;
  r.labels = best.labels;
  r.objective = std::max(0.0, best.objective);
  if (best.objective < 0 && !indefinite_because(run.kernel).empty()) r.objective = best.objective;
  r.iterations = best.iterations;
  r.converged = best.converged;
  r.reseeded = best.reseeded;
  r.history = best.history;
  r.model.mass = best.mass;
  r.model.norm = best.norm;
  if (const auto* vectors = dynamic_cast<const VectorSpace*>(&run.space())) {
    const HardOptions hard{run.options.clusters, 1, false, run.weights, nullptr};
    r.model.kind =
        kinds::Vectors{vectors->means(assemble(*vectors, {best.labels}, hard).prototypes), vectors->centre()};
  } else {
    r.model.kind = kinds::Expansion{{}, run.options.weights};
    r.model.labels = best.labels;
  }
}

void finish_partition(Run& run, const Labels& labels) {
  const HardOptions hard{run.options.clusters, 1, false, run.weights, nullptr};
  HardStart end = assemble(run.space(), {labels}, hard).starts[0];
  end.converged = true;
  if (!std::isfinite(end.objective)) {
    if (run.built.gram && run.plan.summary.precision == Precision::single_)
      throw Error(Fault::data,
                  "kernel values overflow in single precision; use `precision = double`, or scale the data "
                  "(`standardize`)");
    end.objective = std::numeric_limits<double>::max();
    run.warn(
        "the sum of squared distances overflows, so the objective shown is just the largest representable "
        "number",
        "divide the data by a constant, or scale them (`standardize`)");
  }
  end.history = {end.objective};
  finish_hard(run, end);
  run.result.restarts = 1;
}

HardStart best_hard_start(Run& run, const Hard& method) {
  const Options& o = run.options;
  const HardOptions hard{o.clusters,  o.max_iterations, method.refine,
                         run.weights, o.control,        method.tolerance};
  const auto* swap = swaps_of(o.search);
  Progress parts = Progress::whole(o.control, swap ? 2 : 1);
  HardState best;
  for_starts(run, [&](Index first, Progress& batch) {
    HardState state = assemble(run.space(), run.starts(first), hard);
    batch.done();
    batch.expect(batch_parts - 1);
    optimise(run.space(), state, hard);
    for (std::size_t s = 0; s < state.starts.size(); ++s) {
      run.result.courses.push_back(state.starts[s].history);
      if (best.starts.empty() || better(state.starts[s].objective, best.starts[0].objective)) {
        best = one_start(run.space(), state, static_cast<Index>(s), o.clusters);
        run.result.winner = std::ssize(run.result.courses) - 1;
      }
      ++run.result.restarts;
    }
  });
  parts.done();
  if (!std::isfinite(best.starts[0].objective)) no_result(run);
  require_all_clusters(run, best);
  if (swap && !run.stopped()) swap_search(run.space(), best, swap->trials, o.seed, hard);
  run.early = best.starts[0].early;
  return best.starts[0];
}

void finish_labels(Run& run, Labels labels) {
  finish_partition(run, labels);
  Model& m = run.result.model;
  m.kind = kinds::Vote{std::get<kinds::Vectors>(std::move(m.kind))};
  m.labels = std::move(labels);
}

void finish_vertices(Run& run, Labels labels, const SparseMatrix& graph) {
  const Index k = run.options.clusters;
  const Data weights(graph);
  Result& r = run.result;
  r.objective = normalised_cut(affinity_of(given_gram(weights, Precomputed{}), weights), labels, k);
  r.history = {r.objective};
  r.converged = true;
  r.restarts = 1;
  r.model.mass = Vector::Zero(k);
  for (const int label : labels) r.model.mass[label] += 1;
  r.model.norm = Vector::Zero(k);
  r.model.kind = kinds::Edges{};
  r.model.labels = labels;
  r.labels = std::move(labels);
}

}  // namespace mercer
