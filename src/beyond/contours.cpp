#include "beyond/contours.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/parallel.hpp"
#include "core/progress.hpp"
#include "graph/edge.hpp"
#include "mercer/neighbors.hpp"

namespace mercer {
namespace {

// Boxes of points, each in a ball around its middle; a leaf has few points.
struct Box {
  Index begin = 0, end = 0;  // in the tree's order
  Eigen::RowVectorXd middle;
  double radius = 0;
  int left = -1, right = -1;
  bool whole = false;  // its points are known to be in one set
  bool is_leaf() const { return left < 0; }
};
class Boxes {
 public:
  explicit Boxes(const Matrix& points) : points_(points), order(static_cast<std::size_t>(points.rows())) {
    std::iota(order.begin(), order.end(), 0);
    if (!order.empty()) split(0, points.rows());
  }

 private:
  const Matrix& points_;

  // Halves at the middle of the widest column.
  int split(Index begin, Index end) {
    constexpr Index leaf = 8;
    const auto first = order.begin() + begin, last = order.begin() + end;
    const Matrix here = points_(std::vector<int>(first, last), Eigen::all);
    const Eigen::RowVectorXd low = here.colwise().minCoeff(), high = here.colwise().maxCoeff();
    const int at = static_cast<int>(all.size());
    all.push_back({begin, end, 0.5 * low + 0.5 * high});
    all.back().radius = (here.rowwise() - all.back().middle).rowwise().norm().maxCoeff();
    if (end - begin <= leaf) return at;
    Index column = 0;
    (high - low).maxCoeff(&column);
    const Index half = begin + (end - begin) / 2;
    std::nth_element(first, order.begin() + half, last, [&](int a, int b) {
      return std::pair(points_(a, column), a) < std::pair(points_(b, column), b);
    });
    const int left = split(begin, half), right = split(half, end);
    all[static_cast<std::size_t>(at)].left = left;
    all[static_cast<std::size_t>(at)].right = right;
    return at;
  }

 public:
  std::vector<int> order;
  std::vector<Box> all;
};

class Labeller {
 public:
  Labeller(const Contour& contour, const Matrix& points, Control* control)
      : contour_(contour),
        points_(points),
        sets_(points.rows()),
        control_(control),
        progress_(control, "contours", 0) {}

  void join_all_pairs() {
    std::vector<Edge> edges;
    for (Index b = 0; b < points_.rows(); ++b)
      for (Index a = 0; a < b; ++a) edges.push_back(edge(a, b));
    try_edges(std::move(edges));
  }
  void join_near_pairs(Index neighbors) {
    const Index k = std::min(neighbors, points_.rows() - 1);
    if (k < 1) return;
    std::vector<Edge> edges;
    const MatrixOf<int> near = nearest_neighbors(points_, k).indices;
    for (Index i = 0; i < near.rows(); ++i)
      for (Index c = 0; c < k; ++c) edges.push_back(edge(i, near(i, c)));
    try_edges(std::move(edges));
  }
  void join_boxes() {
    Boxes boxes(points_);
    if (!boxes.all.empty()) settle(boxes, 0, 0);
  }

  Index segments() const { return segments_; }
  // Components numbered by their first points.
  Labels labels() {
    Labels out(static_cast<std::size_t>(points_.rows()));
    std::map<int, int> number;
    for (Index i = 0; i < points_.rows(); ++i)
      out[static_cast<std::size_t>(i)] =
          number.emplace(sets_.find(static_cast<int>(i)), static_cast<int>(number.size())).first->second;
    return out;
  }

 private:
  Edge edge(Index i, Index j) const {
    return {static_cast<int>(std::min(i, j)), static_cast<int>(std::max(i, j)),
            (points_.row(i) - points_.row(j)).squaredNorm()};
  }
  // Joins the ends of every edge whose segment is inside, shortest first.
  void try_edges(std::vector<Edge> edges) {
    std::sort(edges.begin(), edges.end());
    for (const Edge& e : edges) {
      if (progress_.stopped()) return;
      try_pair(e.a, e.b);
    }
  }
  // The first point of a set stands for it.
  void try_pair(int i, int j) {
    const int a = sets_.find(i), b = sets_.find(j);
    if (a == b) return;
    ++segments_;
    if (contour_.joined(points_.row(i), points_.row(j), control_))
      sets_.attach(std::max(a, b), std::min(a, b));
  }

  int set_of(const Boxes& boxes, const Box& box) {
    return sets_.find(boxes.order[static_cast<std::size_t>(box.begin)]);
  }
  // Whether all points of a box are in one set; once they are, they stay.
  bool is_whole(Boxes& boxes, int at) {
    Box& box = boxes.all[static_cast<std::size_t>(at)];
    if (box.whole) return true;
    const int set = set_of(boxes, box);
    if (box.is_leaf())
      box.whole = std::all_of(boxes.order.begin() + box.begin, boxes.order.begin() + box.end,
                              [&](int point) { return sets_.find(point) == set; });
    else
      box.whole = is_whole(boxes, box.left) && is_whole(boxes, box.right) &&
                  set_of(boxes, boxes.all[static_cast<std::size_t>(box.right)]) == set;
    return box.whole;
  }
  // Every segment between the two passes through the balls between them; one that holds no point inside is
  // proof enough.
  bool no_way_between(const Box& a, const Box& b) const {
    for (const double t : {0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875})
      if (contour_.ball_outside((1 - t) * a.middle + t * b.middle, (1 - t) * a.radius + t * b.radius))
        return true;
    return false;
  }
  // All pairs of points of two boxes, or of one with itself.
  void settle(Boxes& boxes, int at, int other) {
    if (progress_.stopped()) return;
    const bool whole = is_whole(boxes, at) && is_whole(boxes, other);
    const Box &a = boxes.all[static_cast<std::size_t>(at)], &b = boxes.all[static_cast<std::size_t>(other)];
    if (whole && set_of(boxes, a) == set_of(boxes, b)) return;
    if (at != other && no_way_between(a, b)) return;
    if (a.is_leaf() && b.is_leaf()) {
      for (Index i = a.begin; i < a.end; ++i)
        for (Index j = at == other ? i + 1 : b.begin; j < b.end; ++j)
          try_pair(boxes.order[static_cast<std::size_t>(i)], boxes.order[static_cast<std::size_t>(j)]);
    } else if (at == other) {
      settle(boxes, a.left, a.left);
      settle(boxes, a.right, a.right);
      settle(boxes, a.left, a.right);
    } else if (b.is_leaf() || (!a.is_leaf() && a.radius >= b.radius)) {
      settle(boxes, a.left, other);
      settle(boxes, a.right, other);
    } else {
      settle(boxes, at, b.left);
      settle(boxes, at, b.right);
    }
  }

  const Contour& contour_;
  const Matrix& points_;
  DisjointSets sets_;
  Control* control_;
  Progress progress_;
  Index segments_ = 0;
};

}  // namespace

ContourLabels label_contours(const Contour& contour, const Matrix& points, SegmentGraph graph,
                             Control* control) {
  std::vector<Index> inside;
  std::vector<char> is_inside(static_cast<std::size_t>(points.rows()));
  parallel_points(points.rows(), 100 * points.cols(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      is_inside[static_cast<std::size_t>(i)] = contour.inside(points.row(i));
  });
  for (Index i = 0; i < points.rows(); ++i)
    if (is_inside[static_cast<std::size_t>(i)]) inside.push_back(i);
  const Matrix Y = points(inside, Eigen::all);
  Labeller labeller(contour, Y, control);
  if (graph == SegmentGraph::complete) {
    labeller.join_all_pairs();
  } else {
    labeller.join_near_pairs(8);
    labeller.join_boxes();
  }
  const Labels found = labeller.labels();
  ContourLabels out{Labels(is_inside.size(), -1), {}, 0, labeller.segments()};
  for (std::size_t i = 0; i < inside.size(); ++i) out.core[static_cast<std::size_t>(inside[i])] = found[i];
  out.clusters = found.empty() ? 0 : 1 + *std::max_element(found.begin(), found.end());
  out.labels = out.core;
  if (inside.empty() || inside.size() == is_inside.size()) return out;
  const MatrixOf<int> near = nearest_neighbors(points, Y, 1).indices;
  for (std::size_t i = 0; i < out.labels.size(); ++i)
    if (out.core[i] < 0) out.labels[i] = found[static_cast<std::size_t>(near(static_cast<Index>(i), 0))];
  return out;
}

}  // namespace mercer
