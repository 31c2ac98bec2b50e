#include "graph/boruvka.hpp"

#include "graph/boruvka_rounds.hpp"
#include "graph/distance.hpp"

namespace mercer {
namespace {

// The searches of a round, among boxes of D columns.
template <class Metric, int D>
class Boruvka final : public BoruvkaRounds {
 public:
  Boruvka(const KdBoxes<D>& boxes, const Vector& core) : BoruvkaRounds(boxes, core), boxes_(boxes) {}

 private:
  using Box = typename KdBoxes<D>::Box;
  static constexpr double largest = std::numeric_limits<double>::max();

  double distance(Index p, Index q) const override { return distance_at<Metric>(boxes_, p, q); }
  double length(double compared) const override { return Metric::length(compared); }

  void search(Index leaf) override {
    std::array<Seeker, 16> seekers;
    const std::size_t count = seekers_of(leaf, seekers);
    if (count == 0) return;
    std::array<Index, 16> positions;
    for (std::size_t s = 0; s < 16; ++s) positions[s] = seekers[std::min(s, count - 1)].at;
    const Box around = box_around(boxes_, positions);
    int common = seekers[0].component;
    for (std::size_t s = 1; s < count; ++s)
      if (seekers[s].component != common) common = -1;
    double reach = infinity;
    const auto bound = [&](Index node, double d) {
      if (common >= 0 && node_component(node) == common) return infinity;
      return has_cores() ? std::max(d, node_core(node)) : d;
    };
    const auto widen = [&] {
      reach = 0;
      for (std::size_t s = 0; s < count; ++s) reach = std::max(reach, seekers[s].weight);
    };
    widen();
    visit_near_leaves<Metric>(
        boxes_, around, bound, [&] { return reach == infinity ? largest : reach; },
        [&](Index node, Range points) {
          for (std::size_t s = 0; s < count; ++s) look(seekers[s], node, points);
          widen();
        });
    for (std::size_t s = 0; s < count; ++s) keep(seekers[s]);
  }

  // Everybody in a leaf, as a neighbour of one point.
  void look(Seeker& s, Index node, Range points) const {
    if (node_component(node) == s.component) return;
    if (point_distance<Metric>(boxes_, s.at, node) > s.weight) return;
    std::array<double, 16> sums{};
    const auto count = static_cast<std::size_t>(points.size());
    for (int j = 0; j < D; ++j) {
      const double x = boxes_.column(j)[s.at];
      const double* column = boxes_.column(j) + points.begin;
      for (std::size_t q = 0; q < count; ++q) sums[q] = Metric::add(sums[q], x - column[q]);
    }
    for (std::size_t q = 0; q < count; ++q) {
      const Index at = points.begin + static_cast<Index>(q);
      if (sums[q] > s.weight || component(at) == s.component) continue;
      const double w = std::max({sums[q], s.core, core(at)});
      if (w > s.weight) continue;
      if (const std::uint64_t k = key(s.at, at); s.lighter(w, sums[q], k)) {
        s.weight = w;
        s.distance = sums[q];
        s.key = k;
        s.candidate = static_cast<int>(at);
      }
    }
  }

  const KdBoxes<D>& boxes_;
};

// The k-th nearest of each point: leaf by leaf, everybody near enough.
template <class Metric, int D>
Vector neighbor_distances(const KdBoxes<D>& boxes, Index k) {
  Vector out(boxes.size());
  parallel_rows(boxes.leaves(), 64, [&](Index first, Index last) {
    for (Index leaf = first; leaf < last; ++leaf) {
      const Range own = boxes.leaf_points(leaf);
      std::vector<Index> positions;
      for (Index p = own.begin; p < own.end; ++p) positions.push_back(p);
      std::vector<std::vector<double>> nearest(positions.size());  // heaps, the farthest on top
      const auto reach = [&] {
        double most = 0;
        for (const auto& heap : nearest)
          most = std::max(most,
                          static_cast<Index>(heap.size()) < k ? std::numeric_limits<double>::max() : heap[0]);
        return most;
      };
      visit_near_leaves<Metric>(
          boxes, box_around(boxes, positions), [](Index, double d) { return d; }, reach,
          [&](Index, Range points) {
            for (std::size_t s = 0; s < positions.size(); ++s)
              for (Index q = points.begin; q < points.end; ++q) {
                if (q == positions[s]) continue;
                const double d = distance_at<Metric>(boxes, positions[s], q);
                auto& heap = nearest[s];
                if (static_cast<Index>(heap.size()) == k) {
                  if (d >= heap[0]) continue;
                  std::pop_heap(heap.begin(), heap.end());
                  heap.pop_back();
                }
                heap.push_back(d);
                std::push_heap(heap.begin(), heap.end());
              }
          });
      for (std::size_t s = 0; s < positions.size(); ++s)
        out[boxes.id(positions[s])] = Metric::length(nearest[s][0]);
    }
  });
  return out;
}

template <class T>
double value_at(const DenseView<T>& view, Index i, Index j) {
  return static_cast<double>(view.row(i)[j]);
}
double value_at(const SparseMatrix& matrix, Index i, Index j) { return matrix.coeff(i, j); }

// Columns are padded by zeros, which change no distance, to one of a few widths.
template <int D>
KdBoxes<D> boxes_of(const Data& points) {
  return points.visit([&](const auto& v) {
    const Index columns = points.dimensions();
    return KdBoxes<D>(points.size(), [&](Index i, Index j) { return j < columns ? value_at(v, i, j) : 0.0; });
  });
}
template <class F>
auto with_boxes(const Data& points, F&& f) {
  if (points.dimensions() <= 2) return f(boxes_of<2>(points));
  if (points.dimensions() == 3) return f(boxes_of<3>(points));
  if (points.dimensions() <= 5) return f(boxes_of<5>(points));
  return f(boxes_of<8>(points));
}
}  // namespace

std::vector<Edge> kd_spanning_tree(const Data& points, PathMetric metric, const Vector& core,
                                   Control* control) {
  if (points.size() < 2) return {};
  const bool squares = metric != PathMetric::manhattan && metric != PathMetric::chebyshev;
  const Vector compared = squares ? Vector(core.cwiseAbs2()) : core;
  return with_metric(metric, [&]<class Metric>(Metric) {
    return with_boxes(points, [&]<int D>(const KdBoxes<D>& boxes) {
      return Boruvka<Metric, D>(boxes, compared).run(control);
    });
  });
}

Vector kd_neighbor_distances(const Data& points, PathMetric metric, Index k) {
  return with_metric(metric, [&]<class Metric>(Metric) {
    return with_boxes(points,
                      [&]<int D>(const KdBoxes<D>& boxes) { return neighbor_distances<Metric>(boxes, k); });
  });
}

}  // namespace mercer
