#include "graph/prim.hpp"

#include <limits>

namespace mercer {
namespace {

// The lightest edge between the tree and a point outside. At first none: any edge is lighter, however long.
struct Reached {
  double weight = std::numeric_limits<double>::infinity();
  double distance = std::numeric_limits<double>::infinity();
  std::uint64_t key = ~std::uint64_t{0};
  bool operator<(const Reached& other) const {
    if (weight != other.weight) return weight < other.weight;
    if (distance != other.distance) return distance < other.distance;
    return key < other.key;
  }
};

// The list keeps its order: who joins the tree stays in it, out of reach, until half of it has. Ranks keep a
// stretch of a long list each, and tell each other the nearest of theirs.
class Prim {
 public:
  Prim(Index size, DistancesTo& distances, const Vector& core, Index each)
      : distances_(distances), core_(core), each_(each) {
    for (Index i = 1; i < size; ++i) outside_.push_back(static_cast<int>(i));
    reached_.resize(outside_.size());
    nearest_.resize(outside_.size());
    take_cores();
  }

  std::vector<Edge> run(Control* control) {
    Progress progress(control, "spanning tree", static_cast<std::int64_t>(outside_.size()));
    std::vector<Edge> edges;
    const std::size_t wanted = outside_.size();
    edges.reserve(wanted);
    int current = 0;
    while (edges.size() < wanted) {
      if (progress.stopped()) return {};
      const std::size_t next = reach_from(current);
      edges.push_back({nearest_[next], outside_[next], reached_[next].weight});
      current = outside_[next];
      remove(next);
      if (edges.size() % 256 == 0) progress.done(256);
    }
    return edges;
  }

 private:
  static constexpr Index together = 1024;
  static constexpr int joined = -1;  // of nearest_: in the tree
  double core(int i) const { return core_.size() > 0 ? core_[i] : 0; }

  // Compares all points outside with the newest point of the tree, and returns the one nearest to the tree.
  std::size_t reach_from(int current) {
    const Index count = own_.size();
    block_best_.resize(static_cast<std::size_t>((count + together - 1) / together));
    parallel_rows(
        count, together,
        [&](Index begin, Index end) { reach_block(current, own_.begin + begin, own_.begin + end); },
        static_cast<double>(count) * static_cast<double>(each_));
    if (divided_) hear_of_others();
    std::size_t best = block_best_[0];
    for (const std::size_t other : block_best_)
      if (nearest_[best] == joined || (nearest_[other] != joined && reached_[other] < reached_[best]))
        best = other;
    return best;
  }

  // The nearest point of each block of every rank.
  void hear_of_others() {
    struct Found {
      std::size_t at;
      Reached reached;
      int nearest;
    };
    std::vector<Found> own;
    for (const std::size_t at : block_best_)
      if (own.empty() || own[0].nearest == joined ||
          (nearest_[at] != joined && reached_[at] < own[0].reached))
        own.assign(1, {at, reached_[at], nearest_[at]});
    block_best_.clear();
    for (const Found& found : ranks_.gather_list(own)) {
      block_best_.push_back(found.at);
      reached_[found.at] = found.reached;
      nearest_[found.at] = found.nearest;
    }
  }

  void reach_block(int current, Index begin, Index end) {
    std::array<double, together> sums;
    distances_.from(current, begin, end, sums.data());
    const auto first = static_cast<std::size_t>(begin), last = static_cast<std::size_t>(end);
    const double own = core(current);
    std::size_t best = first;
    for (std::size_t r = first; r < last; ++r) {
      const double d = sums[r - first], w = std::max({d, own, cores_[r]});
      if (w <= reached_[r].weight && nearest_[r] != joined) {
        if (const Reached edge{w, d, ends_key(current, outside_[r])}; edge < reached_[r]) {
          reached_[r] = edge;
          nearest_[r] = current;
        }
      }
      if (reached_[r].weight <= reached_[best].weight && nearest_[r] != joined &&
          (nearest_[best] == joined || reached_[r] < reached_[best]))
        best = r;
    }
    block_best_[static_cast<std::size_t>((begin - own_.begin) / together)] = best;
  }

  void remove(std::size_t at) {
    nearest_[at] = joined;
    reached_[at] = {};
    if (2 * ++gone_ < outside_.size()) return;
    if (divided_) {
      ranks_.gather_rows(reached_.data(), std::ssize(reached_), 1, together);
      ranks_.gather_rows(nearest_.data(), std::ssize(nearest_), 1, together);
    }
    std::size_t kept = 0;
    for (std::size_t r = 0; r < outside_.size(); ++r) {
      if (nearest_[r] == joined) continue;
      outside_[kept] = outside_[r];
      reached_[kept] = reached_[r];
      nearest_[kept++] = nearest_[r];
    }
    outside_.resize(kept);
    reached_.resize(kept);
    nearest_.resize(kept);
    gone_ = 0;
    take_cores();
  }
  void take_cores() {
    cores_.clear();
    for (const int i : outside_) cores_.push_back(core(i));
    distances_.list(outside_);
    const Index count = std::ssize(outside_);
    // To tell the others takes as long as this much work.
    divided_ = !ranks_.alone() && static_cast<double>(count) * static_cast<double>(each_) > 2 * worth_sharing;
    own_ = divided_ ? ranks_.rows(count, together) : Range{0, count};
  }

  const Ranks ranks_;
  bool divided_ = false;
  Range own_;  // of the list: what this rank looks at
  DistancesTo& distances_;
  const Vector& core_;
  Index each_;
  std::vector<int> outside_;
  std::vector<Reached> reached_;
  std::vector<int> nearest_;  // who in the tree is nearest
  std::vector<double> cores_;
  std::size_t gone_ = 0;  // those of the list that are in the tree
  std::vector<std::size_t> block_best_;
};

}  // namespace

std::vector<Edge> prim(Index size, DistancesTo& distances, const Vector& core, Index each, Control* control) {
  if (size < 2) return {};
  return Prim(size, distances, core, each).run(control);
}

}  // namespace mercer
