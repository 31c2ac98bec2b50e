#include "beyond/auto/means.hpp"

#include <cmath>

#include "beyond/auto/sample.hpp"
#include "core/parallel.hpp"
#include "init/init.hpp"
#include "space/vector_space.hpp"

namespace mercer::automatic {
namespace {

HardOptions plain(Index clusters, Index points, Index iterations) {
  return {clusters, iterations, false, Vector::Ones(points), nullptr};
}

Labels nearest_means(const Data& points, const Matrix& means) {
  Labels labels(static_cast<std::size_t>(points.size()));
  const Vector origin = Vector::Zero(points.dimensions());
  parallel_points(points.size(), means.size(), [&](Index begin, Index end) {
    Matrix D2;
    Vector self;
    distances_to_vectors(points, {begin, end}, origin, means, D2, self);
    for (Index i = begin; i < end; ++i) {
      Index best = 0;
      D2.row(i - begin).minCoeff(&best);
      labels[static_cast<std::size_t>(i)] = static_cast<int>(best);
    }
  });
  return labels;
}

}  // namespace

Labels kmeans(const Data& points, Index clusters, Index restarts, std::uint64_t seed) {
  const VectorSpace space(points);
  const Labels none;
  const HardOptions hard = plain(clusters, points.size(), 300);
  HardState state =
      assemble(space, initialise(KernelPlusPlus{}, {space, &points, hard, 0, restarts, seed, none}), hard);
  optimise(space, state, hard);
  const HardStart* best = &state.starts.front();
  for (const HardStart& start : state.starts)
    if (start.objective < best->objective - 1e-10 * std::abs(best->objective)) best = &start;
  return best->labels;
}

Labels kmeans_by_sample(const Data& points, Index clusters, std::uint64_t seed) {
  constexpr Index restarts = 3, iterations = 20;
  const Data sample = points.take(sorted_random_rows(points.size(), large, seed, 13));
  const VectorSpace few(sample);
  const HardState found =
      assemble(few, {kmeans(sample, clusters, restarts, seed)}, plain(clusters, sample.size(), 1));
  const VectorSpace space(points);
  const HardOptions hard = plain(clusters, points.size(), iterations);
  HardState state = assemble(space, {nearest_means(points, few.coordinates(found.prototypes))}, hard);
  optimise(space, state, hard);
  return state.starts.front().labels;
}

}  // namespace mercer::automatic
