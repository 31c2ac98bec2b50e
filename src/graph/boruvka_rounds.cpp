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

constexpr Index leaves_together = 64;

template <class T>
void set_all(std::vector<std::atomic<T>>& values, T value) {
  parallel_points(std::ssize(values), 1, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      values[static_cast<std::size_t>(i)].store(value, std::memory_order_relaxed);
  });
}

}  // namespace

BoruvkaRounds::BoruvkaRounds(const KdBoxes& boxes, NearLists lists, std::vector<double> core)
    : boxes_(boxes),
      sets_(boxes.size()),
      lists_(std::move(lists)),
      listed_(size(), static_cast<std::uint8_t>(lists_.kept)),
      stirs_(static_cast<std::size_t>(boxes.leaves()), 1),
      quiet_(static_cast<std::size_t>(boxes.leaves()), 0),
      component_(size()),
      candidate_(size(), -1),
      bound_(size()),
      best_(size()),
      tie_(size()),
      shortest_(core.empty() ? 0 : size()),
      winner_(size()),
      node_component_(static_cast<std::size_t>(boxes.nodes())),
      core_(std::move(core)) {
  for (std::size_t p = 0; p < size(); ++p) component_[p] = static_cast<int>(p);
  take_node_cores();
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
  const Range own = ranks.share(boxes_.leaves());
  parallel_rows(own.size(), std::max<Index>(1, 1024 / boxes_.stride()), [&](Index begin, Index end) {
    search({own.begin + begin, own.begin + end});
  });
  if (ranks.alone()) return;
  const auto first = own.size() > 0 ? boxes_.leaf_points(own.begin).begin : 0;
  const auto last = own.size() > 0 ? boxes_.leaf_points(own.end - 1).end : 0;
  candidate_ = ranks.gather_list(std::vector(candidate_.begin() + first, candidate_.begin() + last));
  bound_ = ranks.gather_list(std::vector(bound_.begin() + first, bound_.begin() + last));
  std::fill(stirs_.begin(), stirs_.end(), 1);
  for (std::size_t p = 0; p < size(); ++p)
    if (candidate_[p] >= 0) lower(best_[static_cast<std::size_t>(component_[p])], bound_[p]);
}

// The least core distance of each node.
void BoruvkaRounds::take_node_cores() {
  if (core_.empty()) return;
  node_core_.assign(static_cast<std::size_t>(boxes_.nodes()), infinity);
  for (Index node = boxes_.nodes() - 1; node >= 0; --node) {
    double& least = node_core_[static_cast<std::size_t>(node)];
    if (boxes_.is_leaf(node)) {
      const Range points = boxes_.leaf_points(node - boxes_.leaves() + 1);
      for (Index p = points.begin; p < points.end; ++p) least = std::min(least, core(p));
    } else {
      least = std::min(node_core_[static_cast<std::size_t>(2 * node + 1)],
                       node_core_[static_cast<std::size_t>(2 * node + 2)]);
    }
  }
}

// Many copies of one point would all be each other's nearest: where a node is a single place, they are
// joined in a chain at once. No edge at a copy is lighter.
void BoruvkaRounds::join_copies() {
  std::vector<std::uint8_t> copies(size());  // of the position before
  parallel_points(boxes_.size() - 1, 8, [&](Index begin, Index end) {
    for (Index p = begin; p < end; ++p) copies[static_cast<std::size_t>(p + 1)] = distance(p, p + 1) == 0;
  });
  for (Index p = 1; p < boxes_.size(); ++p)
    if (copies[static_cast<std::size_t>(p)]) connect(p - 1, p, weight(p - 1, p, 0));
}

void BoruvkaRounds::connect(Index p, Index q, double weight) {
  const int a = sets_.find(component(p)), b = sets_.find(component(q));
  if (a == b) return;
  sets_.attach(std::max(a, b), std::min(a, b));
  edges_.push_back({boxes_.id(p), boxes_.id(q), length(weight)});
}

void BoruvkaRounds::relabel() {
  parallel_points(boxes_.size(), 4, [&](Index begin, Index end) {
    for (auto p = static_cast<std::size_t>(begin); p < static_cast<std::size_t>(end); ++p)
      component_[p] = sets_.root(component_[p]);
  });
}

void BoruvkaRounds::label_nodes() {
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

// Nearest points found earlier that are still outside keep their value; the others are a bound, unless the
// list of the point knows the next one.
void BoruvkaRounds::recall() {
  set_all(best_, infinity);
  parallel_rows(boxes_.leaves(), leaves_together, [&](Index begin, Index end) {
    for (Index leaf = begin; leaf < end; ++leaf)
      if (stirs_[static_cast<std::size_t>(leaf)]) recall_leaf(leaf);
  });
}

void BoruvkaRounds::recall_leaf(Index leaf) {
  const Range points = boxes_.leaf_points(leaf);
  double quiet = infinity;
  bool stirs = false;
  for (auto p = static_cast<std::size_t>(points.begin); p < static_cast<std::size_t>(points.end); ++p) {
    if (candidate_[p] < 0 || component_[static_cast<std::size_t>(candidate_[p])] == component_[p])
      recall_listed(p);
    if (candidate_[p] >= 0)
      lower(best_[static_cast<std::size_t>(component_[p])], bound_[p]);
    else
      quiet = std::min(quiet, bound_[p]);
    stirs = stirs || candidate_[p] >= 0 || listed_[p] > 0;
  }
  stirs_[static_cast<std::size_t>(leaf)] = stirs;
  quiet_[static_cast<std::size_t>(leaf)] = quiet;
}

// Who is not in the list is at the horizon or beyond: an edge to them weighs at least `least`, and is no
// shorter than the horizon.
void BoruvkaRounds::recall_listed(std::size_t p) {
  const double horizon = lists_.horizon[p],
               least = std::max({bound_[p], horizon, core(static_cast<Index>(p))});
  candidate_[p] = -1;
  bound_[p] = least;
  int* const list = lists_.positions.data() + p * static_cast<std::size_t>(lists_.kept);
  std::uint8_t left = 0;
  bool farther = false;
  Seeker lightest{.weight = infinity, .distance = infinity, .key = ~std::uint64_t{0}};
  const auto at = static_cast<Index>(p);
  for (std::uint8_t c = 0; c < listed_[p]; ++c) {
    const int q = list[c];
    if (component(q) == component_[p]) continue;
    list[left++] = q;
    if (farther) continue;
    const double d = distance(at, q), w = weight(at, q, d);
    farther = !has_cores() && d > lightest.weight;  // the nearer ones come first
    if (const std::uint64_t k = key(at, q); lightest.lighter(w, d, k)) lightest.take(w, d, k, q);
  }
  listed_[p] = left;
  if (left == 0) return;
  if (lightest.weight < least || (lightest.weight == least && lightest.distance < horizon)) {
    candidate_[p] = lightest.candidate;
    bound_[p] = lightest.weight;
  } else {
    lower(best_[static_cast<std::size_t>(component_[p])], lightest.weight);
  }
}

std::size_t BoruvkaRounds::seekers_of(Index leaf, LeafSeekers& seekers) const {
  const int common = node_component_[static_cast<std::size_t>(boxes_.leaves() - 1 + leaf)];
  if (common >= 0 && quiet_[static_cast<std::size_t>(leaf)] >
                         best_[static_cast<std::size_t>(common)].load(std::memory_order_relaxed))
    return 0;
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

void BoruvkaRounds::keep(Index leaf, const Seeker& s) {
  stirs_[static_cast<std::size_t>(leaf)] = 1;
  const auto at = static_cast<std::size_t>(s.at);
  bound_[at] = s.weight;  // without a candidate: no point outside is nearer than this
  candidate_[at] = s.candidate;
  if (s.candidate >= 0) lower(best_[static_cast<std::size_t>(s.component)], s.weight);
}

// f(point) for the points whose edge is as light as their component's lightest.
template <class F>
void BoruvkaRounds::for_each_lightest(F&& f) {
  parallel_rows(boxes_.leaves(), leaves_together, [&](Index begin, Index end) {
    for (Index leaf = begin; leaf < end; ++leaf) {
      if (!stirs_[static_cast<std::size_t>(leaf)]) continue;
      const Range points = boxes_.leaf_points(leaf);
      for (auto p = static_cast<std::size_t>(points.begin); p < static_cast<std::size_t>(points.end); ++p)
        if (candidate_[p] >= 0 &&
            bound_[p] == best_[static_cast<std::size_t>(component_[p])].load(std::memory_order_relaxed))
          f(p, static_cast<std::size_t>(component_[p]));
    }
  });
}

// Of equally heavy edges the shortest (they differ where core distances count), of these the lowest ends.
void BoruvkaRounds::choose() {
  const auto ends = [&](std::size_t p) { return key(static_cast<Index>(p), candidate_[p]); };
  const auto length = [&](std::size_t p) {
    return core_.empty() ? 0 : distance(static_cast<Index>(p), candidate_[p]);
  };
  if (!core_.empty()) {
    set_all(shortest_, infinity);
    for_each_lightest([&](std::size_t p, std::size_t c) { lower(shortest_[c], length(p)); });
  }
  const auto shortest = [&](std::size_t c) {
    return core_.empty() ? 0 : shortest_[c].load(std::memory_order_relaxed);
  };
  set_all(tie_, ~std::uint64_t{0});
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
