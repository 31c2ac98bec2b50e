#include "graph/spanning_tree.hpp"

#include <fmt/format.h>

#include "graph/boruvka.hpp"
#include "graph/pair_distances.hpp"
#include "graph/pair_rounds.hpp"
#include "graph/sort_edges.hpp"
#include "mercer/error.hpp"
#include "mercer/neighbors.hpp"
#include "neighbors/pair_search.hpp"
#include "neighbors/unit_rows.hpp"

namespace mercer {
namespace {

// Of a graph: the k-th lightest edge of each point.
Vector edge_neighbor_distances(const SparseMatrix& graph, Index k) {
  Vector out(graph.rows());
  std::vector<double> weights;
  for (Index i = 0; i < graph.rows(); ++i) {
    weights.clear();
    for (SparseMatrix::InnerIterator it(graph, i); it; ++it)
      if (it.col() != i) weights.push_back(it.value());
    if (static_cast<Index>(weights.size()) < k)
      throw Error(Fault::data,
                  fmt::format("point {} of the graph has {} edges, and min_points = {} needs {}; "
                              "lower min_points or give more edges",
                              i + 1, weights.size(), k + 1, k));
    std::nth_element(weights.begin(), weights.begin() + k - 1, weights.end());
    out[i] = weights[static_cast<std::size_t>(k - 1)];
  }
  return out;
}

Vector core_distances(const Data& points, PathMetric metric, Index k) {
  if (k < 1) return {};
  if (metric == PathMetric::precomputed) {
    if (points.is_sparse()) return edge_neighbor_distances(points.sparse(), k);
    return nearest_by_distance(points, k, true).distances.col(k - 1);
  }
  const PairMetric pairs = pair_metric(points, metric);
  if (!pairs.squares) return all_neighbor_distances(points, pairs, k);
  if (pairs.compares_squares()) return nearest_neighbors(points, k).distances.col(k - 1);
  return all_neighbor_distances(points, pairs, k);
}

// The lightest edges that join the parts of a graph (Kruskal); parts that no edge joins are joined on
// request.
std::vector<Edge> graph_tree(const SparseMatrix& graph, const Vector& core, bool join) {
  std::vector<Edge> all;
  for (Index i = 0; i < graph.rows(); ++i)
    for (SparseMatrix::InnerIterator it(graph, i); it; ++it)
      if (it.col() > i) {
        const double ends = core.size() > 0 ? std::max(core[i], core[it.col()]) : 0;
        all.push_back({static_cast<int>(i), static_cast<int>(it.col()), std::max(it.value(), ends)});
      }
  sort_edges(all);
  DisjointSets sets(graph.rows());
  std::vector<Edge> tree;
  const auto connect = [&](const Edge& edge) {
    const int a = sets.find(edge.a), b = sets.find(edge.b);
    if (a == b) return;
    sets.attach(std::max(a, b), std::min(a, b));
    tree.push_back(edge);
  };
  for (const Edge& edge : all) connect(edge);
  const Index parts = graph.rows() - static_cast<Index>(tree.size());
  if (parts > 1 && !join)
    throw Error(Fault::data,
                fmt::format("the graph has {} parts that no edge joins, and no path leads from one "
                            "to another; give more edges, or connectivity:join to join the parts",
                            parts));
  const double apart = all.empty() || all.back().weight == 0 ? 1 : 2 * all.back().weight;
  for (Index i = 1; i < graph.rows() && parts > 1; ++i) connect({0, static_cast<int>(i), apart});
  return tree;
}

// Compares all pairs, on a GPU or elsewhere; `core` and the weights are in the units that are compared.
std::vector<Edge> compared_pairs(const Data& points, PairMetric metric, const Vector& core,
                                 Control* control) {
  const Index n = points.size();
  const bool together = metric.compares_squares() && !points.is_sparse();
  if (const PairSearch* elsewhere = pair_search_of_thread(); elsewhere && together)
    if (const auto search = elsewhere->outside(points, core)) return pair_rounds(n, *search, control);
  const Index each = points.is_sparse() ? 8 * points.sparse().nonZeros() / std::max<Index>(1, n) + 8
                                        : points.dimensions() + 8;
  RowDistances rows(points, metric);
  ColumnDistances columns(points);
  return prim(n, together ? static_cast<DistancesTo&>(columns) : rows, core, each, control);
}

std::vector<Edge> all_pairs_tree(const Data& points, const Connectivity& paths, const Vector& core,
                                 Control* control) {
  if (paths.metric == PathMetric::precomputed) {
    GivenDistances given(points);
    return prim(points.size(), given, core, 8, control);
  }
  const PairMetric metric = pair_metric(points, paths.metric);
  const Vector compared = metric.compares_squares() ? Vector(core.cwiseAbs2()) : core;
  auto edges = compared_pairs(points, metric, compared, control);
  for (Edge& edge : edges) edge.weight = metric.length(edge.weight);
  return edges;
}

// 1 - cos = |x-y|^2 / 2 on the unit sphere.
SpanningTree cosine_tree(const Data& points, Connectivity paths, Control* control) {
  paths.metric = PathMetric::euclidean;
  SpanningTree tree = spanning_tree(unit_rows(points), paths, control);
  for (Edge& edge : tree.edges) edge.weight *= 0.5 * edge.weight;
  tree.core = 0.5 * tree.core.cwiseAbs2();
  return tree;
}

}  // namespace

bool by_boxes(const Shape& points, PathMetric metric) {
  return metric != PathMetric::precomputed && !points.sparse;
}

SpanningTree sorted_tree(std::vector<Edge> edges, Vector core) {
  sort_edges(edges);
  return {std::move(edges), std::move(core)};
}

SpanningTree spanning_tree(const Data& points, const Connectivity& paths, Control* control, Vector core) {
  if (paths.metric == PathMetric::cosine) return cosine_tree(points, paths, control);
  const bool elsewhere = pair_search_of_thread() && points.dimensions() > most_tree_columns;
  if (!elsewhere && by_boxes(points, paths.metric) && pair_metric(points, paths.metric).squares) {
    auto edges = kd_spanning_tree(points, paths.metric, paths.min_points - 1, core, control);
    return sorted_tree(std::move(edges), std::move(core));
  }
  if (core.size() == 0) core = core_distances(points, paths.metric, paths.min_points - 1);
  if (points.is_sparse() && paths.metric == PathMetric::precomputed)
    return sorted_tree(graph_tree(points.sparse(), core, paths.join), core);
  return sorted_tree(all_pairs_tree(points, paths, core, control), core);
}

}  // namespace mercer
