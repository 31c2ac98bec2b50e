// Agglomeration on the self-tuning kernel graph, through the front door.
#include "beyond/graph_linkage.hpp"

#include <algorithm>
#include <numeric>

#include "front/graph_run.hpp"
#include "front/hard_run.hpp"
#include "graph/given_graph.hpp"
#include "graph/kernel_graph.hpp"
#include "graph/spanning_tree.hpp"

namespace mercer {
namespace {

// Clusters that are to be joined: groups of nearest neighbours, or, where these are too few, points.
Labels groups_of(Run& run, const Neighbors& near) {
  Labels start = nearest_neighbor_groups(near);
  if (*std::max_element(start.begin(), start.end()) + 1 < run.options.clusters)
    std::iota(start.begin(), start.end(), 0);
  run.find("groups", {1.0 + *std::max_element(start.begin(), start.end())},
           "groups of nearest neighbours that the joining starts from");
  return start;
}

}  // namespace

template <>
struct Front<GraphLinkage> {
  static Needs needs(const GraphLinkage&) {
    return {.base = Base::graph,
            .weights = false,
            .judged = JudgedBy::along_data_without_kernel,
            .without_kernel = "the graph joins near points of the input space"};
  }
  static void settle(GraphLinkage&, Options&) {}
  static void check(const GraphLinkage&, const Shape& shape, const Options& o) {
    if (!gives_graph(shape, o.kernel) && !is_none(o.kernel))
      refuse(
          "method graph-linkage weighs its graph by the self-tuning gaussian kernel; leave `kernel` out, or "
          "give a graph (`read_edges`, `kernel = precomputed` with a sparse matrix)");
  }
  // Neighbours, the spanning tree, the graph, and clusters with their links and pairs; measured.
  static Memory bytes(const GraphLinkage& method, const Extent& e) {
    const auto near = static_cast<std::uint64_t>(std::max(method.neighbors, 7));
    return {.beside = e.points() * (16 * e.columns() + 45 * near + 150)};
  }
  static Shows shows(const GraphLinkage&, const Options&) { return {.iterations = false, .starts = false}; }

  static void run(Run& run, GraphLinkage method) {
    run.result.model.method = method;
    if (is_graph(run)) {
      const GivenGraph graph = given_graph(run.data.sparse());
      return finish_vertices(
          run,
          agglomerate(graph.weights, groups_of(run, graph.nearest), run.options.clusters, method.linkage),
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
};
template const MethodDoor& door_of<GraphLinkage>();

}  // namespace mercer
