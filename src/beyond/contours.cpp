#include "beyond/contours.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "core/parallel.hpp"
#include "graph/edge.hpp"
#include "mercer/neighbors.hpp"

namespace mercer {
namespace {

class Labeller {
 public:
  Labeller(const Contour& contour, const Matrix& points)
      : contour_(contour), points_(points), sets_(points.rows()) {}

  // Joins the ends of every edge whose segment is inside, shortest first.
  void test(std::vector<Edge> edges) {
    std::sort(edges.begin(), edges.end());
    for (const Edge& e : edges) try_edge(e);
  }
  bool try_edge(const Edge& e) {
    if (sets_.find(e.a) == sets_.find(e.b) || !tested_.insert(ends_key(e.a, e.b)).second) return false;
    ++segments_;
    if (!contour_.joined(points_.row(e.a), points_.row(e.b))) return false;
    join(e.a, e.b);
    return true;
  }

  std::vector<Edge> all_pairs() const {
    std::vector<Edge> edges;
    for (Index b = 0; b < points_.rows(); ++b)
      for (Index a = 0; a < b; ++a) edges.push_back(edge(a, b));
    return edges;
  }
  std::vector<Edge> near_pairs(Index neighbors) const {
    std::vector<Edge> edges;
    const Index k = std::min(neighbors, points_.rows() - 1);
    if (k < 1) return edges;
    const MatrixOf<int> near = nearest_neighbors(points_, k).indices;
    for (Index i = 0; i < near.rows(); ++i)
      for (Index c = 0; c < k; ++c) edges.push_back(edge(i, near(i, c)));
    return edges;
  }
  // For every two components their closest pairs, until none of these join any more.
  void join_components(std::size_t pairs) {
    for (bool changed = true; changed;) {
      changed = false;
      const std::map<int, std::vector<Index>> components = members();
      for (auto a = components.begin(); a != components.end(); ++a)
        for (auto b = components.begin(); b != a; ++b)
          for (const Edge& e : closest(a->second, b->second, pairs))
            if (try_edge(e)) {
              changed = true;
              break;
            }
    }
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
  // The first point of a set stands for it.
  void join(int i, int j) {
    const int a = sets_.find(i), b = sets_.find(j);
    sets_.attach(std::max(a, b), std::min(a, b));
  }
  std::map<int, std::vector<Index>> members() {
    std::map<int, std::vector<Index>> out;
    for (Index i = 0; i < points_.rows(); ++i) out[sets_.find(static_cast<int>(i))].push_back(i);
    return out;
  }
  // The shortest edges between two sets, in order.
  std::vector<Edge> closest(const std::vector<Index>& a, const std::vector<Index>& b,
                            std::size_t count) const {
    std::vector<std::vector<Edge>> best(a.size());
    parallel_points(static_cast<Index>(a.size()), static_cast<Index>(b.size()) * points_.cols(),
                    [&](Index begin, Index end) {
                      for (Index i = begin; i < end; ++i)
                        best[static_cast<std::size_t>(i)] =
                            closest_to(a[static_cast<std::size_t>(i)], b, count);
                    });
    std::vector<Edge> all;
    for (const auto& some : best) all.insert(all.end(), some.begin(), some.end());
    keep_least(all, count);
    return all;
  }
  std::vector<Edge> closest_to(Index i, const std::vector<Index>& others, std::size_t count) const {
    std::vector<Edge> edges;
    for (const Index j : others) edges.push_back(edge(i, j));
    keep_least(edges, count);
    return edges;
  }
  static void keep_least(std::vector<Edge>& edges, std::size_t count) {
    const std::size_t kept = std::min(count, edges.size());
    std::partial_sort(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(kept), edges.end());
    edges.resize(kept);
  }

  const Contour& contour_;
  const Matrix& points_;
  DisjointSets sets_;
  std::set<std::uint64_t> tested_;
  Index segments_ = 0;
};

}  // namespace

Contour::Contour(const Matrix& points, const Vector& beta, double gamma, double norm, double radius2)
    : gamma_(gamma), norm_(norm), radius2_(radius2) {
  std::vector<Index> rows;
  for (Index i = 0; i < beta.size(); ++i)
    if (beta[i] > 0) rows.push_back(i);
  support_ = points(rows, Eigen::all);
  beta_ = beta(rows);
}

double Contour::distance2(const Eigen::Ref<const Eigen::RowVectorXd>& z) const {
  double sum = 0;
  for (Index s = 0; s < support_.rows(); ++s)
    sum += beta_[s] * std::exp(-gamma_ * (support_.row(s) - z).squaredNorm());
  return 1 - 2 * sum + norm_;
}

bool Contour::joined(const Eigen::Ref<const Eigen::RowVectorXd>& x,
                     const Eigen::Ref<const Eigen::RowVectorXd>& y) const {
  constexpr int between = 20;
  for (int m = 1; m <= between; ++m) {
    const double t = static_cast<double>(m) / (between + 1);
    if (!inside((1 - t) * x + t * y, segment_slack)) return false;
  }
  return true;
}

ContourLabels label_contours(const Contour& contour, const Matrix& points, SegmentGraph graph) {
  std::vector<Index> inside;
  std::vector<char> is_inside(static_cast<std::size_t>(points.rows()));
  parallel_points(points.rows(), 100 * points.cols(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      is_inside[static_cast<std::size_t>(i)] = contour.inside(points.row(i), Contour::point_slack);
  });
  for (Index i = 0; i < points.rows(); ++i)
    if (is_inside[static_cast<std::size_t>(i)]) inside.push_back(i);
  const Matrix Y = points(inside, Eigen::all);
  Labeller labeller(contour, Y);
  if (graph == SegmentGraph::complete) {
    labeller.test(labeller.all_pairs());
  } else {
    labeller.test(labeller.near_pairs(8));
    labeller.join_components(30);
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
