#include "graph/boruvka.hpp"

#include <atomic>

#include "graph/distance.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// target = min(target, value), from any thread
template <class T>
void lower(std::atomic<T>& target, T value) {
  T now = target.load(std::memory_order_relaxed);
  while (value < now && !target.compare_exchange_weak(now, value, std::memory_order_relaxed)) {
  }
}

// In each round every component finds its lightest edge to the outside, and these edges join components.
// Which edge that is does not depend on the order in which points are asked: `best_` only prunes, and what
// is as light as the best is never pruned.
template <class Metric, int D>
class Boruvka {
 public:
  Boruvka(const KdBoxes<D>& boxes, const Vector& core)
      : boxes_(boxes),
        sets_(boxes.size()),
        component_(size()),
        candidate_(size(), -1),
        bound_(size()),
        best_(size()),
        tie_(size()),
        shortest_(core.size() > 0 ? size() : 0),
        winner_(size()),
        node_component_(static_cast<std::size_t>(boxes.nodes())) {
    for (std::size_t p = 0; p < size(); ++p) component_[p] = static_cast<int>(p);
    take_cores(core);
    edges_.reserve(size() - 1);
    join_copies();
    relabel();
  }

  std::vector<Edge> run(Control* control) {
    Progress progress(control, "spanning tree", static_cast<std::int64_t>(size()));
    while (edges_.size() + 1 < size()) {
      if (progress.stopped()) return {};
      label_nodes();
      recall();
      parallel_rows(boxes_.leaves(), 64, [&](Index begin, Index end) {
        for (Index leaf = begin; leaf < end; ++leaf) search(leaf);
      });
      const std::size_t before = edges_.size();
      choose();
      join();
      relabel();
      // Every component has an edge to the outside; a round without one would be followed by the same again.
      if (edges_.size() == before)
        throw Error(Fault::failure, "distances between these points are out of range; scale the data");
      progress.done(static_cast<std::int64_t>(edges_.size() - before));
    }
    return std::move(edges_);
  }

 private:
  using Box = typename KdBoxes<D>::Box;

  // A point of a leaf that looks for somebody outside its component.
  struct Seeker {
    Index at;
    int component;
    double core;
    double weight;      // of the lightest edge so far, or the bound that makes heavier ones useless
    double distance;    // of that edge; infinite while there is none
    std::uint64_t key;  // of that edge; the largest while there is none
    int candidate;      // its other end
    bool lighter(double w, double d, std::uint64_t k) const {
      if (w != weight) return w < weight;
      if (d != distance) return d < distance;
      return k < key;
    }
  };

  std::size_t size() const { return static_cast<std::size_t>(boxes_.size()); }
  double core(Index p) const { return core_.empty() ? 0 : core_[static_cast<std::size_t>(p)]; }
  std::uint64_t key(Index p, Index q) const { return ends_key(boxes_.id(p), boxes_.id(q)); }
  double weight(Index p, Index q, double d) const { return std::max({d, core(p), core(q)}); }

  // Core distances in the units that are compared, by position, and the least one of each node.
  void take_cores(const Vector& given) {
    if (given.size() == 0) return;
    core_.resize(size());
    node_core_.assign(static_cast<std::size_t>(boxes_.nodes()), infinity);
    for (std::size_t p = 0; p < size(); ++p) {
      const double c = given[boxes_.id(static_cast<Index>(p))];
      core_[p] = std::is_same_v<Metric, SquaredSum> ? c * c : c;
    }
    for (Index node = boxes_.nodes() - 1; node >= 0; --node) {
      double& least = node_core_[static_cast<std::size_t>(node)];
      if (boxes_.is_leaf(node)) {
        const Range points = boxes_.leaf_points(node - boxes_.leaves() + 1);
        for (Index p = points.begin; p < points.end; ++p) least = std::min(least, core(p));
      }
      if (node > 0) lower_core((node - 1) / 2, least);
    }
  }
  void lower_core(Index node, double value) {
    double& least = node_core_[static_cast<std::size_t>(node)];
    least = std::min(least, value);
  }

  // Many copies of one point would all be each other's nearest: where a node is a single place, they are
  // joined in a chain at once. No edge at a copy is lighter.
  void join_copies() {
    for (Index leaf = 0; leaf < boxes_.leaves(); ++leaf) {
      const Range points = boxes_.leaf_points(leaf);
      for (Index p = points.begin; p + 1 < points.end; ++p)
        if (distance_at<Metric>(boxes_, p, p + 1) == 0) connect(p, p + 1, weight(p, p + 1, 0));
      // Neighbouring leaves of one place.
      if (points.end < boxes_.size() && distance_at<Metric>(boxes_, points.end - 1, points.end) == 0)
        connect(points.end - 1, points.end, weight(points.end - 1, points.end, 0));
    }
  }

  void connect(Index p, Index q, double weight) {
    const int a = sets_.find(static_cast<int>(p)), b = sets_.find(static_cast<int>(q));
    if (a == b) return;
    sets_.attach(std::max(a, b), std::min(a, b));
    edges_.push_back({boxes_.id(p), boxes_.id(q), Metric::length(weight)});
  }

  void relabel() {
    parallel_points(boxes_.size(), 4, [&](Index begin, Index end) {
      for (Index p = begin; p < end; ++p)
        component_[static_cast<std::size_t>(p)] = sets_.root(static_cast<int>(p));
    });
    for (std::size_t p = 0; p < size(); ++p) sets_.attach(static_cast<int>(p), component_[p]);
  }

  // The component that a whole node belongs to, or -1.
  void label_nodes() {
    parallel_rows(boxes_.leaves(), 1024, [&](Index begin, Index end) {
      for (Index leaf = begin; leaf < end; ++leaf) {
        const Range points = boxes_.leaf_points(leaf);
        int label = component_[static_cast<std::size_t>(points.begin)];
        for (Index p = points.begin + 1; p < points.end; ++p)
          if (component_[static_cast<std::size_t>(p)] != label) label = -1;
        node_component_[static_cast<std::size_t>(boxes_.leaves() - 1 + leaf)] = label;
      }
    });
    for (Index node = boxes_.leaves() - 2; node >= 0; --node) {
      const int left = node_component_[static_cast<std::size_t>(2 * node + 1)];
      const int right = node_component_[static_cast<std::size_t>(2 * node + 2)];
      node_component_[static_cast<std::size_t>(node)] = left == right ? left : -1;
    }
  }

  // Nearest points found earlier that are still outside keep their value; the others are a bound.
  void recall() {
    for (auto& best : best_) best.store(infinity, std::memory_order_relaxed);
    parallel_points(boxes_.size(), 4, [&](Index begin, Index end) {
      for (auto p = static_cast<std::size_t>(begin); p < static_cast<std::size_t>(end); ++p) {
        if (candidate_[p] < 0) continue;
        if (component_[static_cast<std::size_t>(candidate_[p])] == component_[p])
          candidate_[p] = -1;
        else
          lower(best_[static_cast<std::size_t>(component_[p])], bound_[p]);
      }
    });
  }

  // Those points of a leaf for whom a search can bring something.
  std::size_t seekers_of(Index leaf, std::array<Seeker, 16>& seekers) const {
    const Range points = boxes_.leaf_points(leaf);
    std::size_t count = 0;
    for (Index p = points.begin; p < points.end; ++p) {
      const auto at = static_cast<std::size_t>(p);
      const int component = component_[at];
      const double limit = best_[static_cast<std::size_t>(component)].load(std::memory_order_relaxed);
      if (candidate_[at] < 0 && std::max(bound_[at], core(p)) <= limit)
        seekers[count++] = {p, component, core(p), limit, infinity, ~std::uint64_t{0}, -1};
    }
    return count;
  }

  void search(Index leaf) {
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
      if (common >= 0 && node_component_[static_cast<std::size_t>(node)] == common) return infinity;
      return core_.empty() ? d : std::max(d, node_core_[static_cast<std::size_t>(node)]);
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
    if (node_component_[static_cast<std::size_t>(node)] == s.component) return;
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
      if (sums[q] > s.weight || component_[static_cast<std::size_t>(at)] == s.component) continue;
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

  void keep(const Seeker& s) {
    const auto at = static_cast<std::size_t>(s.at);
    bound_[at] = s.weight;  // without a candidate: nobody outside is nearer than this
    candidate_[at] = s.candidate;
    if (s.candidate >= 0) lower(best_[static_cast<std::size_t>(s.component)], s.weight);
  }

  // f(point) for the points whose edge is as light as their component's lightest.
  template <class F>
  void for_each_lightest(F&& f) {
    parallel_points(boxes_.size(), 4, [&](Index begin, Index end) {
      for (auto p = static_cast<std::size_t>(begin); p < static_cast<std::size_t>(end); ++p)
        if (candidate_[p] >= 0 &&
            bound_[p] == best_[static_cast<std::size_t>(component_[p])].load(std::memory_order_relaxed))
          f(p, static_cast<std::size_t>(component_[p]));
    });
  }

  // Of equally heavy edges the shortest (they differ where core distances count), of these the lowest ends.
  void choose() {
    const auto ends = [&](std::size_t p) { return key(static_cast<Index>(p), candidate_[p]); };
    const auto length = [&](std::size_t p) {
      return core_.empty() ? 0 : distance_at<Metric>(boxes_, static_cast<Index>(p), candidate_[p]);
    };
    if (!core_.empty()) {
      for (auto& shortest : shortest_) shortest.store(infinity, std::memory_order_relaxed);
      for_each_lightest([&](std::size_t p, std::size_t c) { lower(shortest_[c], length(p)); });
    }
    const auto shortest = [&](std::size_t c) {
      return core_.empty() ? 0 : shortest_[c].load(std::memory_order_relaxed);
    };
    for (auto& tie : tie_) tie.store(~std::uint64_t{0}, std::memory_order_relaxed);
    for_each_lightest([&](std::size_t p, std::size_t c) {
      if (length(p) == shortest(c)) lower(tie_[c], ends(p));
    });
    std::fill(winner_.begin(), winner_.end(), -1);
    for_each_lightest([&](std::size_t p, std::size_t c) {
      if (length(p) == shortest(c) && ends(p) == tie_[c].load(std::memory_order_relaxed))
        winner_[c] = static_cast<int>(p);
    });
  }

  void join() {
    for (std::size_t c = 0; c < size(); ++c)
      if (winner_[c] >= 0) {
        const auto p = static_cast<std::size_t>(winner_[c]);
        connect(static_cast<Index>(p), candidate_[p], bound_[p]);
      }
  }

  static constexpr double largest = std::numeric_limits<double>::max();

  const KdBoxes<D>& boxes_;
  DisjointSets sets_;
  std::vector<int> component_;                   // of each position
  std::vector<int> candidate_;                   // nearest position outside its component; -1: not known
  std::vector<double> bound_;                    // weight of that edge, or a bound below which there is none
  std::vector<std::atomic<double>> best_;        // of each component: its lightest edge so far
  std::vector<std::atomic<std::uint64_t>> tie_;  // the ends of that edge
  std::vector<std::atomic<double>> shortest_;    // its length, with core distances
  std::vector<int> winner_;                      // the position it starts from
  std::vector<int> node_component_;
  std::vector<double> core_, node_core_;
  std::vector<Edge> edges_;
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

// f(boxes) with columns padded by zeros, which change no distance, to one of a few widths.
template <int D, class F>
auto with_boxes(const Data& points, F&& f) {
  const auto boxes = points.visit([&](const auto& v) {
    const Index columns = points.dimensions();
    return KdBoxes<D>(points.size(), [&](Index i, Index j) { return j < columns ? value_at(v, i, j) : 0.0; });
  });
  return f(boxes);
}
template <class F>
auto with_columns(const Data& points, F&& f) {
  if (points.dimensions() <= 2) return with_boxes<2>(points, f);
  if (points.dimensions() == 3) return with_boxes<3>(points, f);
  if (points.dimensions() <= 5) return with_boxes<5>(points, f);
  return with_boxes<8>(points, f);
}
}  // namespace

std::vector<Edge> kd_spanning_tree(const Data& points, PathMetric metric, const Vector& core,
                                   Control* control) {
  if (points.size() < 2) return {};
  return with_metric(metric, [&]<class Metric>(Metric) {
    return with_columns(
        points, [&]<int D>(const KdBoxes<D>& boxes) { return Boruvka<Metric, D>(boxes, core).run(control); });
  });
}

Vector kd_neighbor_distances(const Data& points, PathMetric metric, Index k) {
  return with_metric(metric, [&]<class Metric>(Metric) {
    return with_columns(points,
                        [&]<int D>(const KdBoxes<D>& boxes) { return neighbor_distances<Metric>(boxes, k); });
  });
}

}  // namespace mercer
