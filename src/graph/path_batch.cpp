#include "graph/path_batch.hpp"

#include <algorithm>
#include <limits>

namespace mercer {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// to = min(to, from + length) in every lane; returns the least that became shorter, infinite where none did.
double relax(const PathBatch::Distances& from, double length, PathBatch::Distances& to) {
  PathBatch::Distances way;
  int shorter = 0;
  for (std::size_t l = 0; l < way.size(); ++l) way[l] = from[l] + length;
  for (std::size_t l = 0; l < way.size(); ++l) shorter |= static_cast<int>(way[l] < to[l]);
  if (shorter == 0) return infinity;
  double least = infinity;
  for (std::size_t l = 0; l < way.size(); ++l) {
    least = std::min(least, way[l] < to[l] ? way[l] : infinity);
    to[l] = std::min(to[l], way[l]);
  }
  return least;
}

}  // namespace

WalkedGraph walk(const SparseMatrix& graph) {
  const auto n = static_cast<std::size_t>(graph.rows());
  WalkedGraph out;
  std::vector<int> place(n, -1);
  const auto meet = [&](Index vertex) {
    if (place[static_cast<std::size_t>(vertex)] >= 0) return;
    place[static_cast<std::size_t>(vertex)] = static_cast<int>(out.order.size());
    out.order.push_back(static_cast<int>(vertex));
  };
  for (std::size_t first = 0, next = 0; first < n; ++first) {
    meet(static_cast<Index>(first));
    for (; next < out.order.size(); ++next)
      for (SparseMatrix::InnerIterator edge(graph, out.order[next]); edge; ++edge) meet(edge.col());
  }
  std::vector<Eigen::Triplet<double>> edges;
  edges.reserve(static_cast<std::size_t>(graph.nonZeros()));
  for (Index i = 0; i < graph.rows(); ++i)
    for (SparseMatrix::InnerIterator edge(graph, i); edge; ++edge)
      edges.emplace_back(place[static_cast<std::size_t>(i)], place[static_cast<std::size_t>(edge.col())],
                         edge.value());
  out.graph.resize(graph.rows(), graph.cols());
  out.graph.setFromTriplets(edges.begin(), edges.end());
  return out;
}

PathBatch::PathBatch(const SparseMatrix& graph)
    : graph_(graph), distances_(static_cast<std::size_t>(graph.rows())), queue_(graph.rows()) {}

const std::vector<PathBatch::Distances>& PathBatch::from(int first, int count) {
  Distances none;
  none.fill(infinity);
  std::fill(distances_.begin(), distances_.end(), none);
  for (int l = 0; l < count; ++l) {
    const int source = first + l;
    distances_[static_cast<std::size_t>(source)][static_cast<std::size_t>(l)] = 0;
    queue_.put(source, 0);
  }
  const int* start = graph_.outerIndexPtr();
  const int* target = graph_.innerIndexPtr();
  const double* length = graph_.valuePtr();
  while (!queue_.empty()) {
    const int vertex = queue_.pop().vertex;
    const Distances own = distances_[static_cast<std::size_t>(vertex)];
    for (int e = start[vertex]; e < start[vertex + 1]; ++e)
      if (const double least = relax(own, length[e], distances_[static_cast<std::size_t>(target[e])]);
          least < infinity)
        queue_.put(target[e], least);
  }
  return distances_;
}

}  // namespace mercer
