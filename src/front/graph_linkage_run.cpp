// Agglomeration on the self-tuning kernel graph, through the front door.
#include "beyond/graph_linkage.hpp"

#include <algorithm>
#include <numeric>

#include "front/run.hpp"
#include "graph/kernel_graph.hpp"
#include "graph/spanning_tree.hpp"

namespace mercer {

void finish_labels(Run& run, Labels labels) {
  const HardOptions hard{run.options.clusters, 1, false, run.weights, nullptr};
  HardStart end = assemble(run.space(), {labels}, hard).starts[0];
  end.converged = true;
  end.history = {end.objective};
  finish_hard(run, end);
  Model& m = run.result.model;
  m.points = run.data;
  m.labels = std::move(labels);
  run.result.restarts = 1;
}

void run_method(Run& run, GraphLinkage method) {
  run.result.model.method = method;
  if (run.data.size() < 2) return finish_labels(run, Labels(1, 0));
  // The widths ask for 7 neighbours, however few are joined.
  const Index asked = std::min<Index>(std::max(method.neighbors, 7), run.data.size() - 1);
  const Neighbors near = nearest_neighbors(run.data, asked);
  const SpanningTree tree = spanning_tree(run.data, {}, run.options.control);
  if (run.stopped()) interrupted_early();
  const SparseMatrix graph = kernel_graph(near, method.neighbors, tree.edges);
  Labels start = nearest_neighbor_groups(near);
  if (*std::max_element(start.begin(), start.end()) + 1 < run.options.clusters)
    std::iota(start.begin(), start.end(), 0);
  run.find("groups", {1.0 + *std::max_element(start.begin(), start.end())},
           "of points that are nearest to one another, before the joining");
  finish_labels(run, agglomerate(graph, start, run.options.clusters, method.linkage));
}

}  // namespace mercer
