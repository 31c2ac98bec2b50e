// The sums that tiles K(I, J) of all pairs of blocks add to their blocks, on any number of ranks.
//
// Pairs come in rounds (tournament.hpp), in which each block has one tile. A few rounds at a time, each tile
// is given to one of the two ranks that own its blocks, so that all have the same number; the sums of a block
// of another rank are sent there; and every owner adds up those of its blocks, round after round. So no
// schedule, and no number of ranks, changes the order.
#pragma once

#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "core/aligned.hpp"
#include "core/ranks.hpp"
#include "gram/tournament.hpp"

namespace mercer {

template <class T>
class PairSums {
 public:
  enum class Pile { own, out, in };
  struct Place {
    Pile pile = Pile::own;
    int rank = 0;            // with whom it is exchanged
    std::size_t offset = 0;  // among what is exchanged with it
  };
  // A tile to be computed here, and where its sums go; what lies there before is of no use.
  struct Task {
    Index i, j;
    Place down, across;  // for the points of J, and of I
  };
  // Sums of a block that is owned here.
  struct Part {
    bool across;
    Place where;
  };

  // `owned`: the blocks of a rank; `values`: how many numbers the sums of a block are; `threads` share the
  // tiles of this rank.
  PairSums(Index blocks, const Ranks& ranks, const std::function<Range(int)>& owned,
           std::function<Index(Index)> values, int threads)
      : ranks_(ranks), rounds_(blocks), values_(std::move(values)), parts_(static_cast<std::size_t>(blocks)) {
    for (int rank = 0; rank < ranks.size(); ++rank)
      for (Index b = owned(rank).begin; b < owned(rank).end; ++b) owner_.push_back(rank);
    std::size_t all = 1;
    for (Index b = 0; b < blocks; ++b) all += static_cast<std::size_t>(values_(b));
    // More rounds at a time share the work more evenly among ranks, and among threads: these wait for each
    // other after every one of them.
    constexpr std::size_t most_values = std::size_t{1} << 23;
    constexpr Index tiles_per_thread = 16;
    const auto fitting = static_cast<Index>(most_values * static_cast<std::size_t>(ranks.size()) / all);
    const Index pairs = std::max<Index>(1, blocks / 2);
    const Index wanted = ranks.alone() ? (tiles_per_thread * threads + pairs - 1) / pairs : 16;
    together_ = threads == 1 && ranks.alone() ? 1 : std::clamp<Index>(std::min(fitting, wanted), 1, 64);
  }

  std::int64_t own_pairs() const {
    const Index blocks = std::ssize(parts_);
    return blocks * (blocks + 1) / 2 / ranks_.size();
  }
  Index groups() const { return (rounds_.rounds() + together_ - 1) / together_; }

  // The next rounds; false: there are none.
  bool next() {
    if (round_ >= rounds_.rounds()) return false;
    const Index end = std::min(round_ + together_, rounds_.rounds());
    plan(round_, end);
    round_ = end;
    return true;
  }
  const std::vector<Task>& tasks() const { return tasks_; }
  const std::vector<Part>& parts_of(Index block) const { return parts_[static_cast<std::size_t>(block)]; }
  T* at(const Place& place) {
    Sent& pile = piles_[static_cast<std::size_t>(place.pile)];
    return pile.values.data() + pile.before[static_cast<std::size_t>(place.rank)] + place.offset;
  }
  void exchange() {
    const Sent &out = piles_[1], &in = piles_[2];
    ranks_.exchange(out.values.data(), out.counts, piles_[2].values.data(), in.counts);
  }

 private:
  // Numbers by the rank that they are exchanged with.
  struct Sent {
    AlignedVector<T> values;
    std::vector<std::size_t> counts, before;
    std::size_t add(int rank, Index count) {
      std::size_t& all = counts[static_cast<std::size_t>(rank)];
      return std::exchange(all, all + static_cast<std::size_t>(count));
    }
    void clear(int ranks) { counts.assign(static_cast<std::size_t>(ranks), 0); }
    void make_room() {
      before.assign(counts.size(), 0);
      for (std::size_t r = 1; r < counts.size(); ++r) before[r] = before[r - 1] + counts[r - 1];
      values.resize(std::max(values.size(), before.back() + counts.back()));
    }
  };
  int owner(Index block) const { return owner_[static_cast<std::size_t>(block)]; }

  void plan(Index begin, Index end) {
    tasks_.clear();
    for (auto& parts : parts_) parts.clear();
    for (Sent& pile : piles_) pile.clear(ranks_.size());
    std::vector<Index> load(static_cast<std::size_t>(ranks_.size()), 0);
    const auto load_of = [&](Index block) -> Index& { return load[static_cast<std::size_t>(owner(block))]; };
    for_pairs(begin, end, [&](Index i, Index j) {
      if (owner(i) == owner(j)) ++load_of(i);
    });
    for_pairs(begin, end, [&](Index i, Index j) {
      int computes = owner(i);
      if (owner(i) != owner(j)) {
        if (load_of(j) < load_of(i)) computes = owner(j);
        ++load[static_cast<std::size_t>(computes)];
      }
      const Place down = place(computes, j, false);
      const Place across = i == j ? Place{} : place(computes, i, true);
      if (computes == ranks_.rank()) tasks_.push_back({i, j, down, across});
    });
    for (Sent& pile : piles_) pile.make_room();
  }

  template <class F>
  void for_pairs(Index begin, Index end, F&& f) const {
    for (Index round = begin; round < end; ++round)
      for (Index number = 0; number < rounds_.pairs(round); ++number)
        if (const auto [i, j] = rounds_.pair(round, number); i >= 0) f(i, j);
  }

  // Where the sums of a block lie here, if this rank has to do with them.
  Place place(int computes, Index block, bool across) {
    const int mine = ranks_.rank();
    Place out;
    if (computes != mine && owner(block) != mine) return out;
    if (computes != owner(block)) {
      out.pile = computes == mine ? Pile::out : Pile::in;
      out.rank = computes == mine ? owner(block) : computes;
    }
    out.offset = piles_[static_cast<std::size_t>(out.pile)].add(out.rank, values_(block));
    if (owner(block) == mine) parts_[static_cast<std::size_t>(block)].push_back({across, out});
    return out;
  }

  Ranks ranks_;
  Tournament rounds_;
  std::function<Index(Index)> values_;
  std::vector<int> owner_;
  Index together_ = 1, round_ = 0;
  std::vector<Task> tasks_;
  std::vector<std::vector<Part>> parts_;
  std::array<Sent, 3> piles_;
};

}  // namespace mercer
