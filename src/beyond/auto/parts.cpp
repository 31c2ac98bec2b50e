#include "beyond/auto/parts.hpp"

#include "core/parallel.hpp"
#include "graph/given_graph.hpp"

namespace mercer::automatic {

Parts shared_parts(const Data& points, Control* control) {
  constexpr Index neighbors = 20, core_rank = 4;
  Parts parts;
  parts.points = points;
  parts.near = nearest_neighbors(points, std::min(neighbors, points.size() - 1), {.threads = thread_count()});
  const bool in_turn = by_boxes(points, PathMetric::euclidean) || !Ranks().alone();
  Control* const one = in_turn ? control : nullptr;  // progress is never told from two threads at once
  const auto tree = [&](Index b) {
    if (b == 0) parts.tree1 = spanning_tree(points, {}, control);
    if (b == 1)
      parts.tree5 =
          spanning_tree(points, {.min_points = core_rank + 1}, one, parts.near.distances.col(core_rank - 1));
  };
  // Boruvka's rounds share their work well; Prim's many small steps don't, so that his trees grow side by
  // side, unless ranks share them.
  if (in_turn) {
    tree(0);
    tree(1);
  } else {
    parallel_blocks(2, tree);
  }
  if (control && control->stop) return parts;
  const auto graph = [&](Index k) {
    return kernel_graph(parts.near, std::min(k, parts.near.indices.cols()), parts.tree1.edges);
  };
  parallel_blocks(3, [&](Index b) {
    if (b == 0) parts.graph20 = graph(20);
    if (b == 1) parts.graph10 = graph(10);
    if (b == 2) parts.graph5 = graph(5);
  });
  return parts;
}

Parts parts_of_graph(const SparseMatrix& similarities) {
  GivenGraph graph = given_graph(similarities);
  Parts parts;
  parts.tree1.edges = std::move(graph.tree);
  parts.near = std::move(graph.nearest);
  parts.graph10.swap(graph.weights);
  return parts;
}

}  // namespace mercer::automatic
