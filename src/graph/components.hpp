// The connected parts of a graph, and which of them are to be joined.
#pragma once

#include <functional>
#include <optional>

#include "mercer/types.hpp"

namespace mercer {

struct Components {
  Labels of;  // the component of each vertex; numbered by their first vertices
  int count = 0;
};
Components components_of(const SparseMatrix& graph);

// A pair of points of two components, and how far they are apart.
struct Bridge {
  double length = 0;
  int from = 0, to = 0;
  friend bool operator<(const Bridge& a, const Bridge& b) {
    if (a.length != b.length) return a.length < b.length;
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  }
};
// The shortest way out of a component, in the space of the points; none where no distance is known.
using ShortestWayOut = std::function<std::optional<Bridge>(const Components&, int component)>;

// While a component has fewer than n / 2k points, the smallest one is joined to the rest by its shortest way
// out; while there are more than k, the nearest two are joined. Clusters that are components stay apart.
// Returns the edges that were added; `components` then says what they leave.
std::vector<Bridge> join_components(Components& components, Index clusters, const ShortestWayOut& way_out);

// The graph with these edges, in both directions.
SparseMatrix with_bridges(const SparseMatrix& graph, const std::vector<Bridge>& bridges);

}  // namespace mercer
