// Agglomeration on the self-tuning kernel graph, through the front door.
#include "beyond/graph_linkage.hpp"

#include <algorithm>
#include <numeric>

#include "beyond/affinity.hpp"
#include "front/run.hpp"
#include "gram/given.hpp"
#include "graph/given_graph.hpp"
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
  m.kind = kinds::Vote{std::get<kinds::Vectors>(std::move(m.kind))};
  m.labels = std::move(labels);
  run.result.restarts = 1;
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

namespace {

// Clusters that are to be joined: groups of nearest neighbours, or, where these are too few, points.
Labels groups_of(Run& run, const Neighbors& near) {
  Labels start = nearest_neighbor_groups(near);
  if (*std::max_element(start.begin(), start.end()) + 1 < run.options.clusters)
    std::iota(start.begin(), start.end(), 0);
  run.find("groups", {1.0 + *std::max_element(start.begin(), start.end())},
           "of points that are nearest to one another, before the joining");
  return start;
}

}  // namespace

void run_method(Run& run, GraphLinkage method) {
  run.result.model.method = method;
  if (std::holds_alternative<Precomputed>(run.kernel)) {
    const GivenGraph graph = given_graph(run.data.sparse());
    return finish_vertices(
        run, agglomerate(graph.weights, groups_of(run, graph.nearest), run.options.clusters, method.linkage),
        graph.weights);
  }
  if (run.data.size() < 2) return finish_labels(run, Labels(1, 0));
  // The widths ask for 7 neighbours, however few are joined.
  const Index asked = std::min<Index>(std::max(method.neighbors, 7), run.data.size() - 1);
  const Neighbors near = nearest_neighbors(run.data, asked);
  const SpanningTree tree = spanning_tree(run.data, {}, run.options.control);
  if (run.stopped()) interrupted_early();
  const SparseMatrix graph = kernel_graph(near, std::min<Index>(method.neighbors, asked), tree.edges);
  finish_labels(run, agglomerate(graph, groups_of(run, near), run.options.clusters, method.linkage));
}

}  // namespace mercer
