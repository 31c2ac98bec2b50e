#include "graph/neighborhood.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/parallel.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

Metric metric_of(const Geodesic& kernel) {
  return kernel.metric == EdgeMetric::cosine ? Metric::cosine : Metric::euclidean;
}

// Each edge twice, once from either end; with `mutual` only those that both ends have named.
SparseMatrix edges_of(const Neighbors& near, NeighborGraph kind) {
  struct Edge {
    int from, to;
    double length;
  };
  const auto before = [](const Edge& a, const Edge& b) {
    return a.from != b.from ? a.from < b.from : a.to != b.to ? a.to < b.to : a.length < b.length;
  };
  std::vector<Edge> named;
  named.reserve(static_cast<std::size_t>(2 * near.indices.size()));
  for (Index i = 0; i < near.indices.rows(); ++i)
    for (Index c = 0; c < near.indices.cols(); ++c) {
      const int from = static_cast<int>(i), to = near.indices(i, c);
      named.push_back({from, to, near.distances(i, c)});
      named.push_back({to, from, near.distances(i, c)});
    }
  std::sort(named.begin(), named.end(), before);
  std::vector<Eigen::Triplet<double>> edges;
  for (std::size_t e = 0, next = 0; e < named.size(); e = next) {
    next = e + 1;
    while (next < named.size() && named[next].from == named[e].from && named[next].to == named[e].to) ++next;
    if (kind == NeighborGraph::union_ || next - e == 2)
      edges.emplace_back(named[e].from, named[e].to, named[e].length);
  }
  SparseMatrix out(near.indices.rows(), near.indices.rows());
  out.setFromTriplets(edges.begin(), edges.end());
  return out;
}

// The shortest way out of a component. The lists of neighbours often know it: the first of a point's list
// that is elsewhere is its nearest one elsewhere. Only points all of whose neighbours are inside must search,
// and only if their last neighbour is nearer than the best way so far.
class WayOut {
 public:
  WayOut(const Data& data, const Neighbors& near, const Geodesic& kernel)
      : data_(data), near_(near), kernel_(kernel) {}

  std::optional<Bridge> operator()(const Components& components, int component) const {
    std::optional<Bridge> best;
    std::vector<Index> unsure, elsewhere;
    for (Index i = 0; i < data_.size(); ++i) {
      const bool inside = components.of[static_cast<std::size_t>(i)] == component;
      if (!inside) elsewhere.push_back(i);
      if (inside && !known(components, i, best)) unsure.push_back(i);
    }
    const Index last = near_.distances.cols() - 1;
    std::erase_if(unsure, [&](Index i) { return best && near_.distances(i, last) > best->length; });
    if (!unsure.empty()) search(unsure, elsewhere, best);
    return best;
  }

 private:
  static void keep(std::optional<Bridge>& best, const Bridge& bridge) {
    if (!best || bridge < *best) best = bridge;
  }
  bool known(const Components& components, Index i, std::optional<Bridge>& best) const {
    const int own = components.of[static_cast<std::size_t>(i)];
    for (Index c = 0; c < near_.indices.cols(); ++c)
      if (components.of[static_cast<std::size_t>(near_.indices(i, c))] != own) {
        keep(best, {near_.distances(i, c), static_cast<int>(i), near_.indices(i, c)});
        return true;
      }
    return false;
  }
  void search(const std::vector<Index>& from, const std::vector<Index>& to,
              std::optional<Bridge>& best) const {
    if (kernel_.metric == EdgeMetric::precomputed) {
      const Matrix rows = data_.take(from).dense();
      for (Index r = 0; r < rows.rows(); ++r)
        for (const Index h : to)
          keep(best, {rows(r, h), static_cast<int>(from[static_cast<std::size_t>(r)]), static_cast<int>(h)});
      return;
    }
    const Neighbors nearest =
        nearest_neighbors(data_.take(from), data_.take(to), 1, {.metric = metric_of(kernel_)});
    for (Index r = 0; r < nearest.indices.rows(); ++r)
      keep(best, {nearest.distances(r, 0), static_cast<int>(from[static_cast<std::size_t>(r)]),
                  static_cast<int>(to[static_cast<std::size_t>(nearest.indices(r, 0))])});
  }

  const Data& data_;
  const Neighbors& near_;
  const Geodesic& kernel_;
};

// A vertex and the vertices that it is joined to.
std::vector<Entrance> entrances_of(const SparseMatrix& rows, Index i) {
  std::vector<Entrance> out;
  for (SparseMatrix::InnerIterator edge(rows, i); edge; ++edge) {
    if (edge.value() < 0)
      throw Error(Fault::data, fmt::format("the edge of new point {} to vertex {} has length {}; lengths are "
                                           "not negative",
                                           i + 1, edge.col() + 1, edge.value()));
    out.push_back({static_cast<int>(edge.col()), edge.value()});
  }
  if (out.empty())
    throw Error(Fault::data,
                fmt::format("new point {} has no edge to the graph; give it one, or leave it out", i + 1));
  return out;
}

std::vector<Entrance> entrances_of(const Neighbors& near, Index i, const Vector& reach) {
  std::vector<Entrance> out{{near.indices(i, 0), near.distances(i, 0)}};
  if (out.front().distance == 0) return out;
  for (Index c = 1; c < near.indices.cols(); ++c)
    if (near.distances(i, c) <= reach[near.indices(i, c)])
      out.push_back({near.indices(i, c), near.distances(i, c)});
  return out;
}

}  // namespace

Neighborhood neighborhood(const Data& data, const Geodesic& kernel, Index clusters) {
  Neighborhood out;
  if (kernel.metric == EdgeMetric::precomputed && data.is_sparse()) {
    out.edges = data.sparse();
    out.components = components_of(out.edges);
    out.found = out.components.count;
    return out;
  }
  const Neighbors near = kernel.metric == EdgeMetric::precomputed
                             ? nearest_by_distance(data, kernel.neighbors, true)
                             : nearest_neighbors(data, kernel.neighbors, {.metric = metric_of(kernel)});
  out.reach = near.distances.col(near.distances.cols() - 1);
  out.edges = edges_of(near, kernel.graph);
  out.components = components_of(out.edges);
  out.found = out.components.count;
  out.edges = with_bridges(out.edges, join_components(out.components, clusters, WayOut(data, near, kernel)));
  return out;
}

Entrances entrances(const Data& fresh, const Data& training, const Geodesic& kernel, const Vector& reach) {
  Entrances out;
  if (reach.size() == 0) {
    for (Index i = 0; i < fresh.size(); ++i) out.push_back(entrances_of(fresh.sparse(), i));
    return out;
  }
  const Neighbors near =
      kernel.metric == EdgeMetric::precomputed
          ? nearest_by_distance(fresh, kernel.neighbors, false)
          : nearest_neighbors(fresh, training, kernel.neighbors, {.metric = metric_of(kernel)});
  for (Index i = 0; i < fresh.size(); ++i) out.push_back(entrances_of(near, i, reach));
  return out;
}

// From the new points, or, when these are more, from the vertices:
// g(x, l) = min over the entrances j of d(x, j) + g(j, l)
Matrix geodesics_to(const SparseMatrix& graph, const Entrances& entrances, std::span<const int> vertices) {
  constexpr Index together = 8;
  Matrix out(static_cast<Index>(entrances.size()), static_cast<Index>(vertices.size()));
  if (out.rows() <= out.cols()) {
    parallel_rows(out.rows(), together, [&](Index begin, Index end) {
      Dijkstra paths(graph);
      for (Index i = begin; i < end; ++i) {
        const auto& distances = paths.from(entrances[static_cast<std::size_t>(i)]);
        for (Index l = 0; l < out.cols(); ++l)
          out(i, l) = distances[static_cast<std::size_t>(vertices[static_cast<std::size_t>(l)])];
      }
    });
    return out;
  }
  parallel_rows(out.cols(), together, [&](Index begin, Index end) {
    Dijkstra paths(graph);
    for (Index l = begin; l < end; ++l) {
      const auto& distances = paths.from(vertices[static_cast<std::size_t>(l)]);
      for (Index i = 0; i < out.rows(); ++i) {
        double least = std::numeric_limits<double>::infinity();
        for (const Entrance& entrance : entrances[static_cast<std::size_t>(i)])
          least = std::min(least, entrance.distance + distances[static_cast<std::size_t>(entrance.vertex)]);
        out(i, l) = least;
      }
    }
  });
  return out;
}

}  // namespace mercer
