#include "graph/prim.hpp"

#include <limits>

namespace mercer {
namespace {

// The lightest edge between the tree and a point outside.
struct Reached {
  double weight = std::numeric_limits<double>::infinity();
  double distance = std::numeric_limits<double>::infinity();
  std::uint64_t key = 0;
  bool operator<(const Reached& other) const {
    if (weight != other.weight) return weight < other.weight;
    if (distance != other.distance) return distance < other.distance;
    return key < other.key;
  }
};

class Prim {
 public:
  Prim(Index size, const DistancesTo& distances, const Vector& core, Index each)
      : distances_(distances), core_(core), each_(each) {
    for (Index i = 1; i < size; ++i) outside_.push_back(static_cast<int>(i));
    reached_.resize(outside_.size());
    nearest_.resize(outside_.size());
  }

  std::vector<Edge> run(Control* control) {
    Progress progress(control, "spanning tree", static_cast<std::int64_t>(outside_.size()));
    std::vector<Edge> edges;
    edges.reserve(outside_.size());
    int current = 0;
    while (!outside_.empty()) {
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
  double core(int i) const { return core_.size() > 0 ? core_[i] : 0; }

  // Compares everybody outside with the newest point of the tree; the nearest to the tree is returned.
  std::size_t reach_from(int current) {
    const auto count = static_cast<Index>(outside_.size());
    const Index blocks = (count + together - 1) / together;
    block_best_.resize(static_cast<std::size_t>(blocks));
    parallel_rows(
        count, together, [&](Index begin, Index end) { reach_block(current, begin, end); },
        static_cast<double>(count) * static_cast<double>(each_));
    std::size_t best = block_best_[0];
    for (const std::size_t other : block_best_)
      if (reached_[other] < reached_[best]) best = other;
    return best;
  }

  void reach_block(int current, Index begin, Index end) {
    std::array<double, together> sums;
    const auto first = static_cast<std::size_t>(begin), count = static_cast<std::size_t>(end - begin);
    distances_(current, std::span(outside_).subspan(first, count), std::span(sums).first(count));
    std::size_t best = first;
    for (std::size_t r = first; r < first + count; ++r) {
      const double d = sums[r - first];
      const double w = std::max({d, core(current), core(outside_[r])});
      if (w <= reached_[r].weight) {
        if (const Reached edge{w, d, ends_key(current, outside_[r])}; edge < reached_[r]) {
          reached_[r] = edge;
          nearest_[r] = current;
        }
      }
      if (reached_[r] < reached_[best]) best = r;
    }
    block_best_[static_cast<std::size_t>(begin / together)] = best;
  }

  void remove(std::size_t at) {
    outside_[at] = outside_.back();
    reached_[at] = reached_.back();
    nearest_[at] = nearest_.back();
    outside_.pop_back();
    reached_.pop_back();
    nearest_.pop_back();
  }

  const DistancesTo& distances_;
  const Vector& core_;
  Index each_;
  std::vector<int> outside_;
  std::vector<Reached> reached_;
  std::vector<int> nearest_;  // who in the tree is nearest
  std::vector<std::size_t> block_best_;
};

}  // namespace

std::vector<Edge> prim(Index size, const DistancesTo& distances, const Vector& core, Index each,
                       Control* control) {
  if (size < 2) return {};
  return Prim(size, distances, core, each).run(control);
}

}  // namespace mercer
