#include "neighbors/kd_tree.hpp"

#include <cmath>
#include <limits>
#include <nanoflann.hpp>

#include "core/parallel.hpp"
#include "neighbors/measure.hpp"

namespace mercer {
namespace {

// The points as nanoflann sees them, and the metric.
template <class T>
struct TreePoints {
  using ElementType = double;
  using DistanceType = double;
  DenseView<T> view;

  std::size_t kdtree_get_point_count() const { return static_cast<std::size_t>(view.rows); }
  double kdtree_get_pt(int i, std::size_t j) const { return static_cast<double>(view.row(i)[j]); }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};
template <class T>
struct TreeMetric {
  using ElementType = double;
  using DistanceType = double;
  const TreePoints<T>& points;

  explicit TreeMetric(const TreePoints<T>& p) : points(p) {}
  double evalMetric(const double* x, int i, std::size_t) const {  // NOLINT: nanoflann's name
    return squared_difference(x, points.view.row(i), points.view.columns);
  }
  template <class D>
  double accum_dist(double a, double b, D) const {
    return (a - b) * (a - b);
  }
};

// The k nearest so far, in order. nanoflann skips points that are not nearer than `worstDist`; here points at
// the same distance must be considered, for their index, and so must branches whose distance is only rounded
// up.
class Nearest {
 public:
  Nearest(Index k, Index itself) : k_(static_cast<std::size_t>(k)), itself_(itself) { best_.reserve(k_ + 1); }

  bool addPoint(double d2, int index) {  // NOLINT: nanoflann's name
    const Measured point{d2, index};
    if (index == itself_ || (full() && !(point < best_.back()))) return true;
    best_.insert(std::upper_bound(best_.begin(), best_.end(), point), point);
    if (best_.size() > k_) best_.pop_back();
    return true;
  }
  double worstDist() const {  // NOLINT: nanoflann's name
    constexpr double largest = std::numeric_limits<double>::max();
    return full() ? std::nextafter(best_.back().d2 * (1 + 1e-12), largest) : largest;
  }
  bool full() const { return best_.size() == k_; }
  const std::vector<Measured>& points() const { return best_; }

 private:
  std::size_t k_;
  Index itself_;
  std::vector<Measured> best_;
};

template <int columns, class T>
Neighbors search(const Data& queries, const DenseView<T>& view, Index k, bool among_others) {
  constexpr std::size_t leaf = 12;
  const TreePoints<T> points{view};
  using Tree = nanoflann::KDTreeSingleIndexAdaptor<TreeMetric<T>, TreePoints<T>, columns, int>;
  const Tree tree(static_cast<int>(view.columns), points, nanoflann::KDTreeSingleIndexAdaptorParams(leaf));
  const Index m = queries.size();
  // Points that share a leaf are asked for one after the other: their branches are still in the cache.
  const auto asked = [&](Index at) {
    return among_others ? static_cast<Index>(tree.vAcc[static_cast<std::size_t>(at)]) : at;
  };
  Neighbors found{MatrixOf<int>(m, k), Matrix(m, k)};  // in the order in which they are asked for
  queries.visit([&]<class Q>(const Q& q) {
    if constexpr (!std::is_same_v<Q, SparseMatrix>) {
      const auto ask = [&](Index begin, Index end) {
        std::vector<double> x(static_cast<std::size_t>(q.columns));
        for (Index at = begin; at < end; ++at) {
          const Index i = asked(at);
          std::copy_n(q.row(i), q.columns, x.begin());
          Nearest nearest(k, among_others ? i : -1);
          tree.findNeighbors(nearest, x.data(), nanoflann::SearchParams());
          for (Index c = 0; c < k; ++c) {
            found.indices(at, c) = nearest.points()[static_cast<std::size_t>(c)].index;
            found.distances(at, c) = std::sqrt(nearest.points()[static_cast<std::size_t>(c)].d2);
          }
        }
      };
      divided_rows(m, points_together, ask, found.indices, found.distances);
    }
  });
  if (!among_others) return found;
  Neighbors out{MatrixOf<int>(m, k), Matrix(m, k)};
  parallel_points(m, k, [&](Index begin, Index end) {
    for (Index at = begin; at < end; ++at) {
      out.indices.row(asked(at)) = found.indices.row(at);
      out.distances.row(asked(at)) = found.distances.row(at);
    }
  });
  return out;
}

}  // namespace

Neighbors tree_neighbors(const Data& queries, const Data& points, Index k, bool among_others) {
  return points.visit([&]<class V>(const V& v) -> Neighbors {
    if constexpr (std::is_same_v<V, SparseMatrix>)
      return {};
    else if (v.columns == 2)
      return search<2>(queries, v, k, among_others);
    else if (v.columns == 3)
      return search<3>(queries, v, k, among_others);
    else
      return search<-1>(queries, v, k, among_others);
  });
}

}  // namespace mercer
