#include "front/soft_run.hpp"

#include <algorithm>
#include <set>

#include "model/assign.hpp"
#include "space/vector_space.hpp"

namespace mercer {
namespace {

Matrix one_hot(const std::vector<Labels>& labels, Index clusters) {
  const auto n = static_cast<Index>(labels.front().size());
  Matrix W = Matrix::Zero(n, clusters * static_cast<Index>(labels.size()));
  for (std::size_t s = 0; s < labels.size(); ++s)
    for (Index i = 0; i < n; ++i)
      W(i, static_cast<Index>(s) * clusters + labels[s][static_cast<std::size_t>(i)]) = 1;
  return W;
}

// A soft prototype needs a point to start from.
void fill_starts(const Run& run, std::vector<Labels>& starts) {
  const HardOptions hard{run.options.clusters, 1, false, run.weights, run.options.control};
  for (Labels& labels : starts) {
    const std::set<int> used(labels.begin(), labels.end());
    if (static_cast<Index>(used.size()) == run.options.clusters) continue;
    HardState state = assemble(run.space(), {labels}, hard);
    if (run.stopped()) return;
    fill_empty(run.space(), state, 0, hard);
    labels = state.starts[0].labels;
  }
}

}  // namespace

Matrix starting_weights(const Run& run, Index first) {
  std::vector<Labels> labels = run.starts(first);
  fill_starts(run, labels);
  return one_hot(labels, run.options.clusters);
}

void take_course(Run& run, const Fit& best) {
  run.result.objective = best.energy;
  run.result.iterations = best.iterations;
  run.result.converged = best.converged;
  run.result.history = best.history;
}

Finished finish_soft(Run& run, const Method& method, Matrix W, Prototypes before) {
  Result& r = run.result;
  r.model.method = method;
  Finished end{std::move(W), std::move(before), {}};
  run.space().place(end.W, end.P);  // without a control: it must be complete, even after a stop
  end.D2 = all_distances(run.space(), end.P);
  r.memberships = memberships_of(method, end.D2);
  r.model.mass = end.P.mass;
  r.model.norm = end.P.norm;
  r.labels = labels_of(method, end.D2, run.space().self(), prototype_norms(r.model), run.space().epsilon());
  if (const auto* vectors = dynamic_cast<const VectorSpace*>(&run.space())) {
    r.model.kind = kinds::Vectors{vectors->means(end.P), vectors->centre()};
  } else {
    r.model.kind = kinds::Expansion{end.W, {}};
    r.model.labels = r.labels;
  }
  return end;
}

void warn_if_fewer(Run& run, std::string_view remedy) {
  const std::set<int> used(run.result.labels.begin(), run.result.labels.end());
  if (static_cast<Index>(used.size()) < run.options.clusters)
    run.warn(
        fmt::format("only {} of {} clusters have points: some prototypes coincide or are nearest to no point",
                    used.size(), run.options.clusters),
        std::string(remedy));
}

Memory soft_bytes(const Extent& extent, std::uint64_t each) {
  const std::uint64_t columns = extent.clusters() * static_cast<std::uint64_t>(extent.together);
  // The sampled spectrum holds its matrix twice; of points in the input space it holds their columns.
  const std::uint64_t side = std::min<std::uint64_t>(1024, extent.points());
  const std::uint64_t across = extent.storage == Storage::vectors ? std::min(side, extent.columns()) : side;
  return {.instead = std::max(each * extent.points() * columns, 16 * side * across)};
}

bool has_preimages(const Run& run) {
  return prototypes_in_input(method_of(run.options)) && one_width(run.kernel);
}

}  // namespace mercer
