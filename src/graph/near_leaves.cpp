#include "graph/near_leaves.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

// This file is compiled once for each of these.
#include "core/vector_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graph/near_leaves.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace mercer::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <Adding adding, class D>
HWY_INLINE hn::Vec<D> add(D d, hn::Vec<D> sum, hn::Vec<D> difference) {
  if constexpr (adding == Adding::squares) return hn::MulAdd(difference, difference, sum);
  if constexpr (adding == Adding::absolutes) return hn::Add(sum, hn::Abs(difference));
  return hn::Max(sum, hn::Abs(difference));
  (void)d;
}

// The lanes of a mask as bits, the first lane lowest.
template <class D, class M>
HWY_INLINE std::uint64_t bits_of(D d, M mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, sizeof bits);
  return bits & ((std::uint64_t{2} << (hn::Lanes(d) - 1)) - 1);
}

// A walk down the tree. `columns` is the number of columns where it is known to the compiler, or 0.
template <class T, Adding adding, int columns>
class Walk {
 public:
  Walk(const NodeBoxes<T>& tree, const NodeFacts<T>& facts, const Seekers<T>& seekers, NearVisitor& visitor)
      : tree_(tree),
        facts_(facts),
        seekers_(seekers),
        visitor_(visitor),
        width_(columns > 0 ? columns : tree.width) {}

  HWY_INLINE void run() {
    const std::uint64_t everybody =
        seekers_.count < 64 ? (std::uint64_t{1} << seekers_.count) - 1 : ~std::uint64_t{0};
    std::array<Waiting, 64> stack;  // a path down the tree leaves one sibling a level waiting
    std::size_t waiting = 0;
    stack[waiting++] = judged(0, everybody);
    while (waiting > 0) {
      Waiting at = stack[--waiting];
      if (at.visits != visits_) at = judged(at.node, at.seekers);  // limits may be lower now
      if (at.seekers == 0) continue;
      if (at.node >= tree_.leaves - 1) {
        look_into(at.node - tree_.leaves + 1, at.seekers);
        continue;
      }
      Waiting left = judged(2 * at.node + 1, at.seekers), right = judged(2 * at.node + 2, at.seekers);
      if (left.nearest < right.nearest) std::swap(left, right);
      if (left.seekers != 0) stack[waiting++] = left;
      if (right.seekers != 0) stack[waiting++] = right;
    }
  }

 private:
  using D = hn::CappedTag<T, 16>;
  using Ints = hn::Rebind<std::int32_t, D>;
  static constexpr int most_vectors = static_cast<int>(64 / hn::MaxLanes(D()));
  struct Waiting {
    Index node;
    std::uint64_t seekers;  // those that may find a point there
    T nearest;              // of the distances between them and the box
    int visits;             // leaves that had been looked into by then
  };

  // Which seekers reach a node's box, and how near it is to the nearest of them.
  HWY_INLINE Waiting judged(Index node, std::uint64_t seekers) const {
    const D d;
    const auto lanes = static_cast<Index>(hn::Lanes(d));
    const T* low = tree_.boxes + 2 * node * width_;
    const T* high = low + width_;
    const auto core = hn::Set(d, facts_.cores ? facts_.cores[node] : T(0));
    std::uint64_t reached = 0;
    auto nearest = hn::Set(d, std::numeric_limits<T>::infinity());
    for (Index v = 0; v < seekers_.count; v += lanes) {
      if ((seekers >> v & lane_bits()) == 0) continue;
      const T* x = seekers_.columns.data() + v;
      auto sum = hn::Zero(d);
      for (Index c = 0; c < width_; ++c) {
        const auto value = hn::Load(d, x + c * Seekers<T>::most);
        const auto outside = hn::Max(hn::Sub(hn::Set(d, low[c]), value), hn::Sub(value, hn::Set(d, high[c])));
        sum = add<adding>(d, sum, hn::Max(outside, hn::Zero(d)));
      }
      auto mask = hn::Le(hn::Max(sum, core), hn::Load(d, seekers_.limits.data() + v));
      const std::uint64_t near = bits_of(d, mask) << v & seekers;
      reached |= near;
      if (near != 0)
        nearest = hn::Min(nearest, hn::IfThenElse(mask, sum, hn::Set(d, std::numeric_limits<T>::infinity())));
    }
    if (facts_.components) reached &= ~own(facts_.components[node]);
    return {node, reached,
            reached != 0 ? hn::GetLane(hn::MinOfLanes(d, nearest)) : std::numeric_limits<T>::infinity(),
            visits_};
  }
  static constexpr std::uint64_t lane_bits() { return (std::uint64_t{2} << (hn::MaxLanes(D()) - 1)) - 1; }
  // The seekers of a component.
  HWY_INLINE std::uint64_t own(int component) const {
    if (component < 0) return 0;
    const hn::CappedTag<std::int32_t, 16> d;
    std::uint64_t bits = 0;
    for (Index v = 0; v < seekers_.count; v += static_cast<Index>(hn::Lanes(d)))
      bits |= bits_of(d, hn::Eq(hn::Load(d, seekers_.components.data() + v), hn::Set(d, component))) << v;
    return bits;
  }

  // Four seekers at a time are compared with all points of a leaf.
  HWY_INLINE void look_into(Index leaf, std::uint64_t seekers) {
    ++visits_;
    while (seekers != 0) {
      Index rows[4];
      Index count = 0;
      for (; seekers != 0 && count < 4; seekers &= seekers - 1) rows[count++] = std::countr_zero(seekers);
      std::uint64_t marks[4] = {};
      if (count == 4)
        compare<4>(leaf, rows, marks);
      else
        for (Index r = 0; r < count; ++r) compare<1>(leaf, rows + r, marks + r);
      for (Index r = 0; r < count; ++r)
        if (marks[r] != 0) visitor_.hits(leaf, rows[r], marks[r]);
    }
  }
  template <int count>
  HWY_INLINE void compare(Index leaf, const Index* rows, std::uint64_t* marks) const {
    const D d;
    const T* points = tree_.columns + leaf * width_ * tree_.stride;
    for (Index v = 0; v < tree_.stride; v += static_cast<Index>(hn::Lanes(d))) {
      hn::Vec<D> sums[count];
      for (int r = 0; r < count; ++r) sums[r] = hn::Zero(d);
      for (Index c = 0; c < width_; ++c) {
        const auto y = hn::Load(d, points + c * tree_.stride + v);
        const T* x = seekers_.columns.data() + c * Seekers<T>::most;
        for (int r = 0; r < count; ++r) sums[r] = add<adding>(d, sums[r], hn::Sub(hn::Set(d, x[rows[r]]), y));
      }
      for (int r = 0; r < count; ++r)
        marks[r] |=
            bits_of(d, hn::Le(sums[r], hn::Set(d, seekers_.limits[static_cast<std::size_t>(rows[r])]))) << v;
    }
  }

  const NodeBoxes<T>& tree_;
  const NodeFacts<T>& facts_;
  const Seekers<T>& seekers_;
  NearVisitor& visitor_;
  Index width_;
  int visits_ = 0;
};

template <class T>
HWY_INLINE void walk(Adding adding, const NodeBoxes<T>& tree, const NodeFacts<T>& facts,
                     const Seekers<T>& seekers, NearVisitor& visitor) {
  if (adding == Adding::absolutes) return Walk<T, Adding::absolutes, 0>(tree, facts, seekers, visitor).run();
  if (adding == Adding::largest) return Walk<T, Adding::largest, 0>(tree, facts, seekers, visitor).run();
  if (tree.width == 2) return Walk<T, Adding::squares, 2>(tree, facts, seekers, visitor).run();
  if (tree.width == 3) return Walk<T, Adding::squares, 3>(tree, facts, seekers, visitor).run();
  Walk<T, Adding::squares, 0>(tree, facts, seekers, visitor).run();
}

// The least distances of each seeker stand in registers, the least first; the first of all is the seeker
// itself.
template <int kept, class T, Adding adding>
HWY_INLINE void reach(const NodeBoxes<T>& tree, Index leaf, Seekers<T>& seekers) {
  const hn::CappedTag<T, 16> d;
  const T* points = tree.columns + leaf * tree.width * tree.stride;
  for (Index v = 0; v < seekers.count; v += static_cast<Index>(hn::Lanes(d))) {
    hn::Vec<decltype(d)> least[kept];
    for (int k = 0; k < kept; ++k) least[k] = hn::Set(d, std::numeric_limits<T>::infinity());
    for (Index q = 0; q < seekers.count; ++q) {
      auto sum = hn::Zero(d);
      for (Index c = 0; c < tree.width; ++c) {
        const auto x = hn::Load(d, seekers.columns.data() + c * Seekers<T>::most + v);
        sum = add<adding>(d, sum, hn::Sub(x, hn::Set(d, points[c * tree.stride + q])));
      }
      for (int k = 0; k < kept; ++k) {
        const auto less = hn::Min(least[k], sum);
        sum = hn::Max(least[k], sum);
        least[k] = less;
      }
    }
    hn::Store(least[kept - 1], d, seekers.limits.data() + v);
  }
}
template <class T, Adding adding>
HWY_INLINE void reach_of(const NodeBoxes<T>& tree, Index leaf, Index count, Seekers<T>& seekers) {
  // Seeing more than is asked for only makes the limits larger.
  if (count <= 4) return reach<5, T, adding>(tree, leaf, seekers);
  if (count <= 8) return reach<9, T, adding>(tree, leaf, seekers);
  reach<static_cast<int>(most_in_leaf) + 1, T, adding>(tree, leaf, seekers);
}
template <class T>
HWY_INLINE void reach_by(Adding adding, const NodeBoxes<T>& tree, Index leaf, Index count,
                         Seekers<T>& seekers) {
  if (adding == Adding::absolutes) return reach_of<T, Adding::absolutes>(tree, leaf, count, seekers);
  if (adding == Adding::largest) return reach_of<T, Adding::largest>(tree, leaf, count, seekers);
  reach_of<T, Adding::squares>(tree, leaf, count, seekers);
}
void reach_float(Adding adding, const NodeBoxes<float>& tree, Index leaf, Index count,
                 Seekers<float>& seekers) {
  reach_by(adding, tree, leaf, count, seekers);
}
void reach_double(Adding adding, const NodeBoxes<double>& tree, Index leaf, Index count,
                  Seekers<double>& seekers) {
  reach_by(adding, tree, leaf, count, seekers);
}

void walk_float(Adding adding, const NodeBoxes<float>& tree, const NodeFacts<float>& facts,
                const Seekers<float>& seekers, NearVisitor& visitor) {
  walk(adding, tree, facts, seekers, visitor);
}
void walk_double(Adding adding, const NodeBoxes<double>& tree, const NodeFacts<double>& facts,
                 const Seekers<double>& seekers, NearVisitor& visitor) {
  walk(adding, tree, facts, seekers, visitor);
}

}  // namespace mercer::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mercer {

HWY_EXPORT(walk_float);
HWY_EXPORT(walk_double);
HWY_EXPORT(reach_float);
HWY_EXPORT(reach_double);

void reach_in_leaf(Adding adding, const NodeBoxes<float>& tree, Index leaf, Index count,
                   Seekers<float>& seekers) {
  HWY_DYNAMIC_DISPATCH(reach_float)(adding, tree, leaf, count, seekers);
}
void reach_in_leaf(Adding adding, const NodeBoxes<double>& tree, Index leaf, Index count,
                   Seekers<double>& seekers) {
  HWY_DYNAMIC_DISPATCH(reach_double)(adding, tree, leaf, count, seekers);
}

void visit_near_leaves(Adding adding, const NodeBoxes<float>& tree, const NodeFacts<float>& facts,
                       const Seekers<float>& seekers, NearVisitor& visitor) {
  HWY_DYNAMIC_DISPATCH(walk_float)(adding, tree, facts, seekers, visitor);
}
void visit_near_leaves(Adding adding, const NodeBoxes<double>& tree, const NodeFacts<double>& facts,
                       const Seekers<double>& seekers, NearVisitor& visitor) {
  HWY_DYNAMIC_DISPATCH(walk_double)(adding, tree, facts, seekers, visitor);
}

}  // namespace mercer
#endif
