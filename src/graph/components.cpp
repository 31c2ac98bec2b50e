#include "graph/components.hpp"

#include <algorithm>

namespace mercer {
namespace {

std::vector<Index> sizes_of(const Components& components) {
  std::vector<Index> sizes(static_cast<std::size_t>(components.count), 0);
  for (const int c : components.of) ++sizes[static_cast<std::size_t>(c)];
  return sizes;
}

// The points of `from` become points of `to`; the numbers above `from` close up.
void merge(Components& components, int from, int to) {
  for (int& c : components.of) {
    if (c == from) c = to;
    if (c > from) --c;
  }
  --components.count;
}

// The shortest way between any two components. It leaves one of them, so the way out of the last one is not
// needed.
std::optional<Bridge> shortest(const Components& components, const ShortestWayOut& way_out) {
  std::optional<Bridge> best;
  for (int c = 0; c + 1 < components.count; ++c)
    if (const auto bridge = way_out(components, c); bridge && (!best || *bridge < *best)) best = bridge;
  return best;
}

}  // namespace

Components components_of(const SparseMatrix& graph) {
  Components out{Labels(static_cast<std::size_t>(graph.rows()), -1), 0};
  std::vector<Index> open;
  for (Index first = 0; first < graph.rows(); ++first) {
    if (out.of[static_cast<std::size_t>(first)] >= 0) continue;
    out.of[static_cast<std::size_t>(first)] = out.count;
    open.assign(1, first);
    while (!open.empty()) {
      const Index vertex = open.back();
      open.pop_back();
      for (SparseMatrix::InnerIterator edge(graph, vertex); edge; ++edge)
        if (int& other = out.of[static_cast<std::size_t>(edge.col())]; other < 0) {
          other = out.count;
          open.push_back(edge.col());
        }
    }
    ++out.count;
  }
  return out;
}

std::vector<Bridge> join_components(Components& components, Index clusters, const ShortestWayOut& way_out) {
  const auto n = static_cast<Index>(components.of.size());
  const Index least = (n + 2 * clusters - 1) / (2 * clusters);  // ceil(n / 2k)
  std::vector<Bridge> bridges;
  while (components.count > 1) {
    const auto sizes = sizes_of(components);
    const auto smallest = static_cast<int>(std::min_element(sizes.begin(), sizes.end()) - sizes.begin());
    const bool small = sizes[static_cast<std::size_t>(smallest)] < least;
    if (!small && components.count <= clusters) break;
    const auto bridge = small ? way_out(components, smallest) : shortest(components, way_out);
    if (!bridge) break;
    bridges.push_back(*bridge);
    merge(components, components.of[static_cast<std::size_t>(bridge->from)],
          components.of[static_cast<std::size_t>(bridge->to)]);
  }
  return bridges;
}

SparseMatrix with_bridges(const SparseMatrix& graph, const std::vector<Bridge>& bridges) {
  if (bridges.empty()) return graph;
  std::vector<Eigen::Triplet<double>> edges;
  edges.reserve(static_cast<std::size_t>(graph.nonZeros()) + 2 * bridges.size());
  for (Index i = 0; i < graph.rows(); ++i)
    for (SparseMatrix::InnerIterator edge(graph, i); edge; ++edge)
      edges.emplace_back(static_cast<int>(i), static_cast<int>(edge.col()), edge.value());
  for (const Bridge& bridge : bridges) {
    edges.emplace_back(bridge.from, bridge.to, bridge.length);
    edges.emplace_back(bridge.to, bridge.from, bridge.length);
  }
  SparseMatrix out(graph.rows(), graph.cols());
  out.setFromTriplets(edges.begin(), edges.end(), [](double a, double b) { return std::min(a, b); });
  return out;
}

}  // namespace mercer
