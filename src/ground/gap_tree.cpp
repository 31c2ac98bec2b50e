#include "ground/gap_tree.hpp"

#include <algorithm>

#include "graph/dendrogram.hpp"

namespace mercer {

GapTree gap_tree(const Data& data, const Connectivity& kernel, bool keep_joins, Control* control) {
  SpanningTree spanning = spanning_tree(data, kernel, control);
  GapTree out{std::move(spanning.edges), std::move(spanning.core), nullptr, {}};
  if (static_cast<Index>(out.edges.size()) + 1 != data.size()) return out;
  Dendrogram joins = single_linkage(out.edges);
  out.tree = std::make_shared<const Ultrametric>(ultrametric_of(joins));
  if (keep_joins) out.joins = std::move(joins);
  return out;
}

// The kd-tree, its points and Boruvka's books; or Prim's; then the edges with their sorting, and the
// dendrogram.
TreeBytes tree_bytes(const Shape& shape, const Connectivity& kernel) {
  const auto n = static_cast<std::uint64_t>(shape.points), d = static_cast<std::uint64_t>(shape.columns);
  TreeBytes bytes;
  const std::uint64_t kept = 16 + 36;  // edges and tree, for each point
  if (by_boxes(shape, kernel.metric))
    bytes.making = n * (24 * d + 120 + (kernel.min_points > 1 ? 32 : 0));
  else
    bytes.making = n * 48;
  bytes.making = std::max(bytes.making, n * (kept + 48));
  bytes.kept = n * (kept + (kernel.min_points > 1 ? 8 : 0));
  if (shape.sparse && kernel.metric == PathMetric::precomputed)
    bytes.making += 24 * static_cast<std::uint64_t>(shape.nonzeros);
  if (kernel.metric == PathMetric::cosine) bytes.making += 8 * n * d;
  return bytes;
}

}  // namespace mercer
