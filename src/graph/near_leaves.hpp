// Who is near a few points: the leaves of a kd-tree, from near to far.
#pragma once

#include <cmath>

#include "graph/kd_boxes.hpp"

namespace mercer {

// How differences along the columns add up to what is compared, and the distance behind that.
struct SquaredSum {
  static double add(double sum, double difference) { return sum + difference * difference; }
  static double join(double a, double b) { return a + b; }
  static double length(double sum) { return std::sqrt(sum); }
};
struct AbsoluteSum {
  static double add(double sum, double difference) { return sum + std::abs(difference); }
  static double join(double a, double b) { return a + b; }
  static double length(double sum) { return sum; }
};
struct LargestOf {
  static double add(double sum, double difference) { return std::max(sum, std::abs(difference)); }
  static double join(double a, double b) { return std::max(a, b); }
  static double length(double sum) { return sum; }
};

template <class Metric, int D>
double box_distance(const typename KdBoxes<D>::Box& a, const typename KdBoxes<D>::Box& b) {
  double sum = 0;
  for (std::size_t j = 0; j < D; ++j)
    sum = Metric::add(sum, std::max({0.0, a.low[j] - b.high[j], b.low[j] - a.high[j]}));
  return sum;
}

// The distance of a position to a node.
template <class Metric, int D>
double point_distance(const KdBoxes<D>& boxes, Index p, Index node) {
  const auto& box = boxes.box(node);
  double sum = 0;
  for (int j = 0; j < D; ++j) {
    const double x = boxes.column(j)[p];
    const auto column = static_cast<std::size_t>(j);
    sum = Metric::add(sum, std::max({0.0, box.low[column] - x, x - box.high[column]}));
  }
  return sum;
}

// The distance of two positions.
template <class Metric, int D>
double distance_at(const KdBoxes<D>& boxes, Index p, Index q) {
  double sum = 0;
  for (int j = 0; j < D; ++j) sum = Metric::add(sum, boxes.column(j)[p] - boxes.column(j)[q]);
  return sum;
}

// The box around some positions.
template <int D, class Positions>
typename KdBoxes<D>::Box box_around(const KdBoxes<D>& boxes, const Positions& positions) {
  typename KdBoxes<D>::Box box;
  for (int j = 0; j < D; ++j) {
    double low = boxes.column(j)[positions[0]], high = low;
    for (const Index p : positions) {
      low = std::min(low, boxes.column(j)[p]);
      high = std::max(high, boxes.column(j)[p]);
    }
    box.low[static_cast<std::size_t>(j)] = low;
    box.high[static_cast<std::size_t>(j)] = high;
  }
  return box;
}

// visit(leaf, points) for the leaves that may hold somebody within reach(), near ones first. `bound(node, d)`
// says how near somebody in a node at distance d may be; infinity passes the node by.
template <class Metric, int D, class Bound, class Reach, class Visit>
void visit_near_leaves(const KdBoxes<D>& boxes, const typename KdBoxes<D>::Box& around, const Bound& bound,
                       const Reach& reach, const Visit& visit) {
  struct Waiting {
    Index node;
    double nearest;
  };
  std::array<Waiting, 64> stack;  // a path down the tree leaves one sibling a level waiting
  std::size_t waiting = 0;
  stack[waiting++] = {0, bound(0, box_distance<Metric, D>(around, boxes.box(0)))};
  while (waiting > 0) {
    const Waiting at = stack[--waiting];
    if (at.nearest > reach()) continue;
    if (boxes.is_leaf(at.node)) {
      visit(at.node, boxes.leaf_points(at.node - boxes.leaves() + 1));
      continue;
    }
    std::array<Waiting, 2> children;
    for (Index c = 0; c < 2; ++c) {
      const Index child = 2 * at.node + 1 + c;
      children[static_cast<std::size_t>(c)] = {
          child, bound(child, box_distance<Metric, D>(around, boxes.box(child)))};
    }
    if (children[0].nearest < children[1].nearest) std::swap(children[0], children[1]);
    for (const Waiting& child : children)
      if (child.nearest <= reach()) stack[waiting++] = child;
  }
}

}  // namespace mercer
