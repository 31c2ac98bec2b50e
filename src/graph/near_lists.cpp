#include "graph/near_lists.hpp"

#include <algorithm>

#include "core/parallel.hpp"
#include "graph/distance.hpp"

namespace mercer {
namespace {

struct NearPoint {
  double distance = 0;
  int at = 0;
};

// The lists of the points of a leaf, which grow while other leaves are visited.
template <class Metric, class T>
class LeafLists final : public NearVisitor {
 public:
  LeafLists(const KdBoxes& boxes, Index k)
      : boxes_(boxes),
        k_(static_cast<std::size_t>(k)),
        seekers_(boxes.width()),
        lists_(static_cast<std::size_t>(64 * k)) {}

  void fill(Index leaf) {
    own_ = boxes_.leaf_points(leaf);
    seekers_.clear();
    counts_.fill(0);
    seekers_.count = own_.size();
    const T* columns = boxes_.leaf_columns<T>(leaf);
    for (Index j = 0; j < boxes_.width(); ++j)
      std::copy_n(columns + j * boxes_.stride(), own_.size(), seekers_.columns.data() + j * Seekers<T>::most);
    set_limits(leaf);
    visit_near_leaves(Metric::adding, boxes_.seen<T>(), {}, seekers_, *this);
  }
  std::span<const NearPoint> of(Index seeker) const {
    const auto s = static_cast<std::size_t>(seeker);
    return {lists_.data() + s * k_, counts_[s]};
  }

  void hits(Index leaf, Index seeker, std::uint64_t points) override {
    const auto s = static_cast<std::size_t>(seeker);
    const Index first = boxes_.leaf_points(leaf).begin, self = own_.begin + seeker;
    NearPoint* const list = lists_.data() + s * k_;
    std::size_t count = counts_[s];
    const double* const x = boxes_.row(self);
    for (; points != 0; points &= points - 1) {
      const Index q = first + std::countr_zero(points);
      if (q == self) continue;
      const double d = row_distance<Metric>(x, boxes_.row(q), boxes_.width());
      if (count == k_ && d >= list[k_ - 1].distance) continue;
      std::size_t at = count < k_ ? count++ : k_ - 1;
      for (; at > 0 && list[at - 1].distance > d; --at) list[at] = list[at - 1];
      list[at] = {d, static_cast<int>(q)};
    }
    counts_[s] = count;
    if (count == k_) seekers_.limits[s] = boxes_.limit<T>(Metric::adding, list[k_ - 1].distance);
  }

 private:
  // The k nearest in the same leaf are within twice the rounding of what is seen, and so are all nearer ones.
  void set_limits(Index leaf) {
    const auto k = static_cast<Index>(k_);
    if (k <= most_in_leaf) reach_in_leaf(Metric::adding, boxes_.seen<T>(), leaf, k, seekers_);
    for (Index s = 0; s < own_.size(); ++s) {
      T& limit = seekers_.limits[static_cast<std::size_t>(s)];
      limit = k < own_.size() && k <= most_in_leaf
                  ? boxes_.widened<T>(Metric::adding, boxes_.widened<T>(Metric::adding, limit))
                  : std::numeric_limits<T>::max();
    }
  }

  const KdBoxes& boxes_;
  std::size_t k_;
  Range own_;
  Seekers<T> seekers_;
  std::vector<NearPoint> lists_;
  std::array<std::size_t, 64> counts_{};
};

template <class Metric, class T>
NearLists fill_lists(const KdBoxes& boxes, Index count, Index rank) {
  const Index n = boxes.size(), k = std::min(std::max(count, rank), n - 1);
  NearLists out;
  out.kept = std::min(std::max(count, std::min<Index>(rank, 16)), n - 1);
  const Ranks ranks;
  const Range leaves = ranks.share(boxes.leaves());
  const Index first = leaves.size() > 0 ? boxes.leaf_points(leaves.begin).begin : 0,
              last = leaves.size() > 0 ? boxes.leaf_points(leaves.end - 1).end : 0;
  out.positions.resize(static_cast<std::size_t>((last - first) * out.kept));
  out.horizon.resize(static_cast<std::size_t>(last - first));
  out.core.resize(rank > 0 ? out.horizon.size() : 0);
  parallel_rows(leaves.size(), std::max<Index>(1, 1024 / boxes.stride()), [&](Index begin, Index end) {
    LeafLists<Metric, T> lists(boxes, k);
    for (Index leaf = leaves.begin + begin; leaf < leaves.begin + end; ++leaf) {
      lists.fill(leaf);
      const Range points = boxes.leaf_points(leaf);
      for (Index p = points.begin; p < points.end; ++p) {
        const auto near = lists.of(p - points.begin);
        const auto at = static_cast<std::size_t>(p - first);
        for (Index c = 0; c < out.kept; ++c)
          out.positions[at * static_cast<std::size_t>(out.kept) + static_cast<std::size_t>(c)] =
              near[static_cast<std::size_t>(c)].at;
        const bool all = out.kept == n - 1;
        out.horizon[at] = all ? std::numeric_limits<double>::infinity()
                              : near[static_cast<std::size_t>(out.kept - 1)].distance;
        if (rank > 0) out.core[at] = near[static_cast<std::size_t>(std::min(rank, n - 1) - 1)].distance;
      }
    }
  });
  if (ranks.alone()) return out;
  out.positions = ranks.gather_list(out.positions);
  out.horizon = ranks.gather_list(out.horizon);
  out.core = ranks.gather_list(out.core);
  return out;
}

}  // namespace

template <class Metric>
NearLists near_lists(const KdBoxes& boxes, Index count, Index rank) {
  return boxes.coarse() ? fill_lists<Metric, float>(boxes, count, rank)
                        : fill_lists<Metric, double>(boxes, count, rank);
}
template NearLists near_lists<SquaredSum>(const KdBoxes&, Index, Index);
template NearLists near_lists<AbsoluteSum>(const KdBoxes&, Index, Index);
template NearLists near_lists<LargestOf>(const KdBoxes&, Index, Index);

}  // namespace mercer
