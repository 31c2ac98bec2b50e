#include "cuda/groups.hpp"

#include <cmath>

#include "core/parallel.hpp"

namespace mercer {
namespace {

// Entries from, from + step, ... of dW by (column, sign): counted, then put in place. `row_of(e)` is the row
// of an entry.
template <class RowOf>
Groups grouped(const SparseRows& dW, Index from, Index step, Index columns, RowOf&& row_of) {
  const auto entries = static_cast<Index>(dW.columns.size());
  const auto place = [&](Index e) {
    const auto at = static_cast<std::size_t>(e);
    return static_cast<std::size_t>(2 * dW.columns[at] + (dW.values[at] > 0 ? 1 : 0));
  };
  std::vector<Index> next(static_cast<std::size_t>(2 * columns) + 1, 0);
  for (Index e = from; e < entries; e += step) ++next[place(e) + 1];
  Groups out;
  for (std::size_t g = 0; g + 1 < next.size(); ++g) {
    next[g + 1] += next[g];
    if (next[g + 1] > next[g])
      out.groups.push_back({static_cast<Index>(g / 2), g % 2 == 1 ? 1 : -1, next[g], next[g + 1]});
  }
  out.points.resize(static_cast<std::size_t>(next.back()));
  out.weights.resize(out.points.size());
  for (Index e = from; e < entries; e += step) {
    const auto at = static_cast<std::size_t>(next[place(e)]++);
    out.points[at] = static_cast<int>(row_of(e));
    out.weights[at] = std::abs(dW.values[static_cast<std::size_t>(e)]);
    out.even = out.even && out.weights[at] == 1;
  }
  return out;
}

}  // namespace

Groups group(const SparseRows& dW, Index columns) {
  std::size_t row = 0;  // entries come in order
  return grouped(dW, 0, 1, columns, [&](Index e) {
    while (dW.start[row + 1] <= e) ++row;
    return dW.rows[row];
  });
}

Runs runs_of(const Groups& groups) {
  Runs runs;
  for (std::size_t g = 0; g < groups.groups.size(); ++g)
    for (Index m = groups.groups[g].begin, before = -1; m < groups.groups[g].end; ++m) {
      const Index block = groups.points[static_cast<std::size_t>(m)] / points_together;
      if (block == before) continue;
      before = block;
      runs.begin.push_back(static_cast<int>(m));
      runs.group.push_back(static_cast<int>(g));
    }
  runs.begin.push_back(static_cast<int>(groups.members()));
  return runs;
}

Groups part(const Groups& all, std::size_t first, std::size_t last) {
  Groups out;
  const Index begin = all.groups[first].begin, end = all.groups[last - 1].end;
  for (std::size_t g = first; g < last; ++g) {
    out.groups.push_back(all.groups[g]);
    out.groups.back().begin -= begin;
    out.groups.back().end -= begin;
  }
  out.points.assign(all.points.begin() + begin, all.points.begin() + end);
  out.weights.assign(all.weights.begin() + begin, all.weights.begin() + end);
  out.even = all.even;
  return out;
}

Index whole_layers(const SparseRows& dW, Index points) {
  if (static_cast<Index>(dW.rows.size()) != points || points == 0) return 0;
  const Index layers = dW.start[1];
  for (std::size_t r = 0; r + 1 < dW.start.size(); ++r)
    if (dW.start[r + 1] - dW.start[r] != layers) return 0;
  for (const double value : dW.values)
    if (!(value > 0)) return 0;
  return layers;
}

Groups layer(const SparseRows& dW, Index e, Index layers, Index columns) {
  return grouped(dW, e, layers, columns,
                 [&](Index entry) { return dW.rows[static_cast<std::size_t>(entry / layers)]; });
}

}  // namespace mercer
