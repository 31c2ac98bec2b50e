// Self-organising maps through the front door: the grid, its start, and what the map shows.
#include "front/map_run.hpp"
#include "model/map.hpp"

namespace mercer {
namespace {

// The squarest grid of k nodes.
GridSize squarest(Index k) {
  auto rows = static_cast<Index>(std::sqrt(static_cast<double>(k)));
  while (rows > 1 && k % rows != 0) --rows;
  return {static_cast<int>(rows), static_cast<int>(k / rows)};
}

void settle_grid(Options& o, Som& som) {
  constexpr Index most = 1'000'000;
  if (!som.grid) {
    if (o.clusters == clusters_by_method) refuse("som needs a grid; write som:grid=6x8, or give clusters");
    if (o.clusters >= 1 && o.clusters <= most) som.grid = squarest(o.clusters);
    return;
  }
  const Index rows = som.grid->rows, columns = som.grid->columns;
  if (rows < 1 || columns < 1 || rows * columns > most)
    refuse(fmt::format("som: grid = {}x{} must have at least 1 and at most {} nodes", rows, columns, most));
  if (o.clusters != clusters_by_method && o.clusters != rows * columns)
    refuse(fmt::format("clusters = {} contradicts the grid of {}x{} = {} nodes; leave one of them out",
                       o.clusters, rows, columns, rows * columns));
  o.clusters = rows * columns;
}

}  // namespace

template <>
struct Front<Som> {
  static Needs needs(const Som& method) {
    // A start in the plane needs no points for its nodes.
    return {.squared_distances = true, .more_clusters = method.start == MapStart::plane};
  }
  static void settle(Som& method, Options& o) { settle_grid(o, method); }
  static void check(const Som&, const Shape&, const Options&) {}
  static Memory bytes(const Som&, const Extent& extent) {
    // One start after the other, by winners: weights and distances are there at the end only.
    if (extent.storage == Storage::vectors) return {.instead = 40 * extent.points() * extent.clusters()};
    return soft_bytes(extent, 40);  // also sums by winner
  }
  static Shows shows(const Som&, const Options&) { return {.own_clusters = true, .map = true}; }

  // Nodes that win no point are normal in a map.
  static void run(Run& run, Som method) {
    if (!method.sigma_initial) method.sigma_initial = 0.5 * std::max(method.grid->rows, method.grid->columns);
    const bool plane = method.start == MapStart::plane;
    const auto first = [&] { return plane_weights(run.space(), run.weights, *method.grid); };
    Finished end;
    if (method.online) {
      end = run_online(run, method, plane ? first() : starting_weights(run, 0));
    } else if (plane) {
      Fit best = none_yet();
      consider(run, method, first(), best);
      end = finish_batch(run, method, best);
    } else {
      end = finish_batch(run, method, best_of_starts(run, method));
    }
    run.result.map = map_of(method, end.D2, run.space().apart(end.W, end.P), run.weights);
  }
};
template const MethodDoor& door_of<Som>();

}  // namespace mercer
