// Changes of weights, by column: the points that enter or leave each sum.
#pragma once

#include "gram/gram.hpp"

namespace mercer {

// Points that are added to a column (sign 1) or taken from it (sign -1), with their weights.
struct Group {
  Index column = 0;
  int sign = 1;
  Index begin = 0, end = 0;  // of its members
  Index size() const { return end - begin; }
};

// Groups by column, those that are taken away first; none is empty. Members keep their order.
struct Groups {
  std::vector<Group> groups;
  std::vector<int> points;      // members of all groups
  std::vector<double> weights;  // positive
  bool even = true;             // all weights are 1
  Index members() const { return static_cast<Index>(points.size()); }
};

// Members of a group that lie in one block of points (points_together) and follow each other. A change of the
// norms is added up for each run, by the rank that has the block, and then in the order of the runs.
struct Runs {
  std::vector<int> begin;  // of a run's members; the last one: the end
  std::vector<int> group;  // of a run
  Index count() const { return static_cast<Index>(group.size()); }
};
Runs runs_of(const Groups& groups);

// Those of dW, which has `columns` columns.
Groups group(const SparseRows& dW, Index columns);

// Only the groups first .. last - 1.
Groups part(const Groups& all, std::size_t first, std::size_t last);

// Partitions of all points. Where every row has `layers` entries, all positive, and all points are there, the
// e-th entry of each row puts every point into one column: one labelling for each start.
Index whole_layers(const SparseRows& dW, Index points);
// The e-th of them.
Groups layer(const SparseRows& dW, Index e, Index layers, Index columns);

}  // namespace mercer
