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
constexpr Index components_together = 4096;

}  // namespace

BoruvkaRounds::BoruvkaRounds(const KdBoxes& boxes, NearLists lists, std::vector<double> core)
    : boxes_(boxes),
      lists_(std::move(lists)),
      listed_(size(), static_cast<std::uint8_t>(lists_.kept)),
      stirs_(static_cast<std::size_t>(boxes.leaves()), 1),
      quiet_(static_cast<std::size_t>(boxes.leaves()), 0),
      component_(size()),
      candidate_(size(), -1),
      bound_(size()),
      best_(size()),
      winner_(size()),
      next_(size()),
      node_component_(static_cast<std::size_t>(boxes.nodes())),
      core_(std::move(core)) {
  take_node_cores();
  edges_.reserve(size() - 1);
  components_.reserve(size());
}

std::vector<Edge> BoruvkaRounds::run(Control* control) {
  Progress progress(control, "spanning tree", static_cast<std::int64_t>(size()));
  join_copies();
  while (edges_.size() + 1 < size()) {
    if (progress.stopped()) return {};
    label_nodes();
    recall();
    search_all();
    const std::size_t before = edges_.size();
    choose();
    join();
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
  for (std::size_t p = 0; p < size(); ++p) {
    component_[p] = copies[p] ? component_[p - 1] : static_cast<int>(p);
    const auto at = static_cast<Index>(p);
    if (copies[p])
      edges_.push_back(edge(at - 1, at, weight(at - 1, at, 0)));
    else
      components_.push_back(component_[p]);
  }
}

template <class F>
void BoruvkaRounds::for_each_component(F&& f) {
  parallel_rows(
      std::ssize(components_), components_together,
      [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i)
          f(static_cast<std::size_t>(components_[static_cast<std::size_t>(i)]));
      },
      16.0 * static_cast<double>(components_.size()));
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
  for_each_component([&](std::size_t c) {
    best_[c].store(infinity, std::memory_order_relaxed);
    winner_[c].store(-1, std::memory_order_relaxed);
  });
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

// Of equally heavy edges the shortest (they differ where core distances count), of these the lowest ends.
bool BoruvkaRounds::goes_first(int p, int q) const {
  const Index at = p, other = candidate_[static_cast<std::size_t>(p)];
  const Index at2 = q, other2 = candidate_[static_cast<std::size_t>(q)];
  if (has_cores()) {
    const double mine = distance(at, other), theirs = distance(at2, other2);
    if (mine != theirs) return mine < theirs;
  }
  return key(at, other) < key(at2, other2);
}

// Among the points whose edge is as light as their component's lightest.
void BoruvkaRounds::choose() {
  const auto claim = [&](int p) {
    std::atomic<int>& winner = winner_[static_cast<std::size_t>(component(p))];
    int now = winner.load(std::memory_order_relaxed);
    while ((now < 0 || goes_first(p, now)) &&
           !winner.compare_exchange_weak(now, p, std::memory_order_relaxed)) {
    }
  };
  parallel_rows(boxes_.leaves(), leaves_together, [&](Index begin, Index end) {
    for (Index leaf = begin; leaf < end; ++leaf) {
      if (!stirs_[static_cast<std::size_t>(leaf)]) continue;
      const Range points = boxes_.leaf_points(leaf);
      for (auto p = static_cast<std::size_t>(points.begin); p < static_cast<std::size_t>(points.end); ++p)
        if (candidate_[p] >= 0 &&
            bound_[p] == best_[static_cast<std::size_t>(component_[p])].load(std::memory_order_relaxed))
          claim(static_cast<int>(p));
    }
  });
}

// Of two components that chose the same edge the lower one stays, and so does one that found none.
bool BoruvkaRounds::leads_on(int component) const {
  const int next = next_[static_cast<std::size_t>(component)].load(std::memory_order_relaxed);
  if (next == component) return false;
  return next_[static_cast<std::size_t>(next)].load(std::memory_order_relaxed) != component ||
         next < component;
}

// Where the way ends, which gets shorter. Any thread may do so: it only skips.
int BoruvkaRounds::root(int component) {
  for (;;) {
    std::atomic<int>& way = next_[static_cast<std::size_t>(component)];
    const int next = way.load(std::memory_order_relaxed);
    if (next == component) return component;
    const int skipped = next_[static_cast<std::size_t>(next)].load(std::memory_order_relaxed);
    way.store(skipped, std::memory_order_relaxed);
    component = skipped;
  }
}

void BoruvkaRounds::join() {
  for_each_component([&](std::size_t c) {
    const int p = winner_[c].load(std::memory_order_relaxed);
    const int next = p < 0 ? static_cast<int>(c) : component(candidate_[static_cast<std::size_t>(p)]);
    next_[c].store(next, std::memory_order_relaxed);
  });
  struct Found {
    std::vector<Edge> edges;
    std::vector<int> staying;
  };
  const Index count = std::ssize(components_);
  std::vector<Found> blocks(
      static_cast<std::size_t>((count + components_together - 1) / components_together));
  parallel_rows(
      count, components_together,
      [&](Index begin, Index end) {
        Found& found = blocks[static_cast<std::size_t>(begin / components_together)];
        for (Index i = begin; i < end; ++i) {
          const int c = components_[static_cast<std::size_t>(i)];
          if (leads_on(c)) {
            const int p = winner_[static_cast<std::size_t>(c)].load(std::memory_order_relaxed);
            const auto at = static_cast<std::size_t>(p);
            found.edges.push_back(edge(p, candidate_[at], bound_[at]));
          } else {
            found.staying.push_back(c);
          }
        }
      },
      16.0 * static_cast<double>(count));
  std::vector<int> staying;
  for (const Found& found : blocks) {
    edges_.insert(edges_.end(), found.edges.begin(), found.edges.end());
    staying.insert(staying.end(), found.staying.begin(), found.staying.end());
  }
  for (const int c : staying) next_[static_cast<std::size_t>(c)].store(c, std::memory_order_relaxed);
  for_each_component(
      [&](std::size_t c) { next_[c].store(root(static_cast<int>(c)), std::memory_order_relaxed); });
  components_ = std::move(staying);
  parallel_points(boxes_.size(), 4, [&](Index begin, Index end) {
    for (auto p = static_cast<std::size_t>(begin); p < static_cast<std::size_t>(end); ++p)
      component_[p] = next_[static_cast<std::size_t>(component_[p])].load(std::memory_order_relaxed);
  });
}

}  // namespace mercer
