// All paths between the points, or paths to landmarks: what fits, and what is affordable.
#include <fmt/format.h>

#include "core/refuse.hpp"
#include "front/method.hpp"
#include "front/plan.hpp"
#include "gram/packed.hpp"
#include "mercer/machine.hpp"

namespace mercer {
namespace {

// Up to this many points all paths are sought, where the matrix fits.
constexpr Index all_paths_up_to = 20'000;
constexpr Index usual_path_landmarks = 1000;

// Lists of neighbours while they become edges, and the edges.
std::uint64_t graph_bytes(Index n, const Geodesic& kernel) {
  return static_cast<std::uint64_t>(n) * (100 * static_cast<std::uint64_t>(kernel.neighbors) + 40);
}

// The matrix, and beside it in turn the rows of some sources (at most 2^26 values, as gram/geodesics.cpp has
// it), the search for the shift (three bases of 64 vectors) and the clustering.
std::uint64_t all_paths_bytes(Index n, const Options& o, const Geodesic& kernel, Precision precision,
                              Index together) {
  const Shape paths{n, 0};
  const std::uint64_t matrix =
      precision == Precision::single_ ? Packed<float>::bytes(n) : Packed<double>::bytes(n);
  const auto size = static_cast<std::uint64_t>(n);
  const std::uint64_t values = std::min(size * size, std::uint64_t{1} << 26);
  const std::uint64_t rows = matrix + values * (precision == Precision::single_ ? 4 : 8);
  const std::uint64_t shift = matrix + 1536 * size;
  return graph_bytes(n, kernel) +
         std::max({rows, shift, exact_bytes(paths, o, Storage::stored, precision, together)});
}

FullPlan all_paths(const Shape& shape, const Options& o, const Geodesic& kernel, std::uint64_t budget) {
  const Precision precision = planned_precision(shape, o, Storage::stored);
  const auto bytes = [&](Index together) {
    return all_paths_bytes(shape.points, o, kernel, precision, together);
  };
  for (Index together = o.restarts; together >= 1; together = together > 1 ? (together + 1) / 2 : 0)
    if (bytes(together) <= budget)
      return {{Storage::stored, precision, bytes(together), bytes(1), Exact{},
               "the paths between all points fit the memory budget"},
              together};
  throw Error(
      Fault::memory,
      fmt::format("the paths between all points need at least {} of memory and the budget is {}; allow "
                  "`memory = {}M` or name landmarks (geodesic:landmarks={})",
                  format_bytes(bytes(1)), format_bytes(budget), bytes(1) / 1000000 + 1,
                  usual_path_landmarks));
}

// Distances of all points to the landmarks, which then become features.
Attempt try_landmarks(const Shape& shape, const Options& o, const Geodesic& kernel, Index landmarks) {
  const std::uint64_t budget = memory_budget(o);
  const std::uint64_t own =
      graph_bytes(shape.points, kernel) + 8 * static_cast<std::uint64_t>(shape.points * landmarks);
  Options inner = o;
  inner.memory = budget > own ? budget - own : 1;
  Attempt attempt = plan_features(shape, inner, landmarks);
  attempt.least += own;
  attempt.plan.summary.bytes += own;
  attempt.plan.summary.least_bytes += own;
  attempt.plan.landmarks = landmarks;
  return attempt;
}

// As many as usual, or, where their number was left to us, half or a quarter of that.
FullPlan to_landmarks(const Shape& shape, const Options& o, const Geodesic& kernel) {
  const Index most = std::min(shape.points, std::max(usual_path_landmarks, 10 * o.clusters));
  Index landmarks = kernel.landmarks.value_or(most);
  const Index fewest = kernel.landmarks ? landmarks : std::max<Index>(2, most / 4);
  Attempt attempt = try_landmarks(shape, o, kernel, landmarks);
  while (!attempt.fits && landmarks > fewest) {
    landmarks = std::max(fewest, landmarks / 2);
    attempt = try_landmarks(shape, o, kernel, landmarks);
  }
  if (!attempt.fits)
    throw Error(Fault::memory,
                fmt::format("paths to {} landmarks need at least {} of memory and the budget is {}; allow "
                            "`memory = {}M` or use fewer landmarks",
                            landmarks, format_bytes(attempt.least), format_bytes(memory_budget(o)),
                            attempt.least / 1000000 + 1));
  attempt.plan.summary.reason = fmt::format("paths to {} landmarks", landmarks);
  return attempt.plan;
}

}  // namespace

FullPlan plan_geodesic(const Shape& shape, const Options& o) {
  const auto& kernel = std::get<Geodesic>(o.kernel);
  const std::uint64_t budget = memory_budget(o);
  if (o.storage == Holding::tiled)
    refuse("the geodesic kernel can't be computed tile by tile; leave `storage` out");
  const bool affinity = needs_of(o).base == Base::affinity;
  if (affinity && kernel.landmarks)
    refuse("an affinity of paths needs those between all points; leave landmarks out");
  if (kernel.landmarks) return to_landmarks(shape, o, kernel);
  const bool definite = kernel.shift != DistanceShift::none;
  if (o.storage == Holding::stored || affinity || !definite) return all_paths(shape, o, kernel, budget);
  if (shape.points > all_paths_up_to) {
    FullPlan plan = to_landmarks(shape, o, kernel);
    plan.summary.reason += fmt::format("; {} points are many", shape.points);
    return plan;
  }
  try {
    return all_paths(shape, o, kernel, budget);
  } catch (const Error&) {
    FullPlan plan = to_landmarks(shape, o, kernel);
    plan.summary.reason += "; the paths between all points do not fit the memory budget";
    return plan;
  }
}

}  // namespace mercer
