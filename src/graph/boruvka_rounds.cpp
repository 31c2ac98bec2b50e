#include "graph/boruvka_rounds.hpp"

#include "core/parallel.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

// target = min(target, value), from any thread
template <class T>
void lower(std::atomic<T>& target, T value) {
  T now = target.load(std::memory_order_relaxed);
  while (value < now && !target.compare_exchange_weak(now, value, std::memory_order_relaxed)) {
  }
}

}  // namespace

BoruvkaRounds::BoruvkaRounds(const KdShape& shape, const Vector& core)
    : shape_(shape),
      sets_(shape.size()),
      component_(size()),
      candidate_(size(), -1),
      bound_(size()),
      best_(size()),
      tie_(size()),
      shortest_(core.size() > 0 ? size() : 0),
      winner_(size()),
      node_component_(static_cast<std::size_t>(shape.nodes())) {
  for (std::size_t p = 0; p < size(); ++p) component_[p] = static_cast<int>(p);
  take_cores(core);
  edges_.reserve(size() - 1);
}

std::vector<Edge> BoruvkaRounds::run(Control* control) {
  Progress progress(control, "spanning tree", static_cast<std::int64_t>(size()));
  join_copies();
  relabel();
  while (edges_.size() + 1 < size()) {
    if (progress.stopped()) return {};
    label_nodes();
    recall();
    search_all();
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

// Each rank searches from its own leaves; then all know what the others found.
void BoruvkaRounds::search_all() {
  const Ranks ranks;
  const Range own = ranks.share(shape_.leaves());
  parallel_rows(own.size(), 64, [&](Index begin, Index end) {
    for (Index leaf = own.begin + begin; leaf < own.begin + end; ++leaf) search(leaf);
  });
  if (ranks.alone()) return;
  const auto first = own.size() > 0 ? shape_.leaf_points(own.begin).begin : 0;
  const auto last = own.size() > 0 ? shape_.leaf_points(own.end - 1).end : 0;
  candidate_ = ranks.gather_list(std::vector(candidate_.begin() + first, candidate_.begin() + last));
  bound_ = ranks.gather_list(std::vector(bound_.begin() + first, bound_.begin() + last));
  for (std::size_t p = 0; p < size(); ++p)
    if (candidate_[p] >= 0) lower(best_[static_cast<std::size_t>(component_[p])], bound_[p]);
}

// Core distances in the units that are compared, by position, and the least one of each node.
void BoruvkaRounds::take_cores(const Vector& given) {
  if (given.size() == 0) return;
  core_.resize(size());
  node_core_.assign(static_cast<std::size_t>(shape_.nodes()), infinity);
  for (std::size_t p = 0; p < size(); ++p) core_[p] = given[shape_.id(static_cast<Index>(p))];
  for (Index node = shape_.nodes() - 1; node >= 0; --node) {
    double& least = node_core_[static_cast<std::size_t>(node)];
    if (shape_.is_leaf(node)) {
      const Range points = shape_.leaf_points(node - shape_.leaves() + 1);
      for (Index p = points.begin; p < points.end; ++p) least = std::min(least, core(p));
    }
    if (node > 0) lower_core((node - 1) / 2, least);
  }
}

void BoruvkaRounds::lower_core(Index node, double value) {
  double& least = node_core_[static_cast<std::size_t>(node)];
  least = std::min(least, value);
}

// Many copies of one point would all be each other's nearest: where a node is a single place, they are
// joined in a chain at once. No edge at a copy is lighter.
void BoruvkaRounds::join_copies() {
  for (Index leaf = 0; leaf < shape_.leaves(); ++leaf) {
    const Range points = shape_.leaf_points(leaf);
    for (Index p = points.begin; p + 1 < points.end; ++p)
      if (distance(p, p + 1) == 0) connect(p, p + 1, weight(p, p + 1, 0));
    // Neighbouring leaves of one place.
    if (points.end < shape_.size() && distance(points.end - 1, points.end) == 0)
      connect(points.end - 1, points.end, weight(points.end - 1, points.end, 0));
  }
}

void BoruvkaRounds::connect(Index p, Index q, double weight) {
  const int a = sets_.find(static_cast<int>(p)), b = sets_.find(static_cast<int>(q));
  if (a == b) return;
  sets_.attach(std::max(a, b), std::min(a, b));
  edges_.push_back({shape_.id(p), shape_.id(q), length(weight)});
}

void BoruvkaRounds::relabel() {
  parallel_points(shape_.size(), 4, [&](Index begin, Index end) {
    for (Index p = begin; p < end; ++p)
      component_[static_cast<std::size_t>(p)] = sets_.root(static_cast<int>(p));
  });
  for (std::size_t p = 0; p < size(); ++p) sets_.attach(static_cast<int>(p), component_[p]);
}

void BoruvkaRounds::label_nodes() {
  parallel_rows(shape_.leaves(), 1024, [&](Index begin, Index end) {
    for (Index leaf = begin; leaf < end; ++leaf) {
      const Range points = shape_.leaf_points(leaf);
      int label = component_[static_cast<std::size_t>(points.begin)];
      for (Index p = points.begin + 1; p < points.end; ++p)
        if (component_[static_cast<std::size_t>(p)] != label) label = -1;
      node_component_[static_cast<std::size_t>(shape_.leaves() - 1 + leaf)] = label;
    }
  });
  for (Index node = shape_.leaves() - 2; node >= 0; --node) {
    const int left = node_component_[static_cast<std::size_t>(2 * node + 1)];
    const int right = node_component_[static_cast<std::size_t>(2 * node + 2)];
    node_component_[static_cast<std::size_t>(node)] = left == right ? left : -1;
  }
}

// Nearest points found earlier that are still outside keep their value; the others are a bound.
void BoruvkaRounds::recall() {
  for (auto& best : best_) best.store(infinity, std::memory_order_relaxed);
  parallel_points(shape_.size(), 4, [&](Index begin, Index end) {
    for (auto p = static_cast<std::size_t>(begin); p < static_cast<std::size_t>(end); ++p) {
      if (candidate_[p] < 0) continue;
      if (component_[static_cast<std::size_t>(candidate_[p])] == component_[p])
        candidate_[p] = -1;
      else
        lower(best_[static_cast<std::size_t>(component_[p])], bound_[p]);
    }
  });
}

std::size_t BoruvkaRounds::seekers_of(Index leaf, std::array<Seeker, 16>& seekers) const {
  const Range points = shape_.leaf_points(leaf);
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

void BoruvkaRounds::keep(const Seeker& s) {
  const auto at = static_cast<std::size_t>(s.at);
  bound_[at] = s.weight;  // without a candidate: nobody outside is nearer than this
  candidate_[at] = s.candidate;
  if (s.candidate >= 0) lower(best_[static_cast<std::size_t>(s.component)], s.weight);
}

// f(point) for the points whose edge is as light as their component's lightest.
template <class F>
void BoruvkaRounds::for_each_lightest(F&& f) {
  parallel_points(shape_.size(), 4, [&](Index begin, Index end) {
    for (auto p = static_cast<std::size_t>(begin); p < static_cast<std::size_t>(end); ++p)
      if (candidate_[p] >= 0 &&
          bound_[p] == best_[static_cast<std::size_t>(component_[p])].load(std::memory_order_relaxed))
        f(p, static_cast<std::size_t>(component_[p]));
  });
}

// Of equally heavy edges the shortest (they differ where core distances count), of these the lowest ends.
void BoruvkaRounds::choose() {
  const auto ends = [&](std::size_t p) { return key(static_cast<Index>(p), candidate_[p]); };
  const auto length = [&](std::size_t p) {
    return core_.empty() ? 0 : distance(static_cast<Index>(p), candidate_[p]);
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

void BoruvkaRounds::join() {
  for (std::size_t c = 0; c < size(); ++c)
    if (winner_[c] >= 0) {
      const auto p = static_cast<std::size_t>(winner_[c]);
      connect(static_cast<Index>(p), candidate_[p], bound_[p]);
    }
}

}  // namespace mercer
