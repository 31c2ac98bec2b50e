// Sums of blocks of points to which several ranks contribute. Work is planned some at a time: each task is
// given to a rank, the sums of a block of another rank are sent there, and every owner adds up those of its
// blocks in the order in which they were planned. So it does not matter to the bits who computes what, and
// ranks get as much as their pace says (pace.hpp).
#pragma once

#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "core/aligned.hpp"
#include "core/pace.hpp"
#include "core/ranks.hpp"

namespace mercer {

template <class T>
class SharedSums {
 public:
  enum class Pile { own, out, in };
  struct Place {
    Pile pile = Pile::own;
    int rank = 0;            // with whom it is exchanged
    std::size_t offset = 0;  // among what is exchanged with it
  };
  // Sums of a block that is owned here.
  struct Part {
    bool across;
    Place where;
  };

  // `owned`: the blocks of a rank; `values`: how many numbers the sums of a block are.
  SharedSums(Index blocks, const Ranks& ranks, const std::function<Range(int)>& owned,
             std::function<Index(Index)> values, Pace& pace)
      : ranks_(ranks), pace_(pace), values_(std::move(values)), parts_(static_cast<std::size_t>(blocks)) {
    for (int rank = 0; rank < ranks.size(); ++rank)
      for (Index b = owned(rank).begin; b < owned(rank).end; ++b) owner_.push_back(rank);
    std::size_t all = 1;
    for (Index b = 0; b < blocks; ++b) all += static_cast<std::size_t>(values_(b));
    constexpr std::size_t most_values = std::size_t{1} << 23;
    fitting_ = static_cast<Index>(most_values * static_cast<std::size_t>(ranks.size()) / all);
  }

  const std::vector<Part>& parts_of(Index block) const { return parts_[static_cast<std::size_t>(block)]; }
  T* at(const Place& place) {
    Sent& pile = piles_[static_cast<std::size_t>(place.pile)];
    return pile.values.data() + pile.before[static_cast<std::size_t>(place.rank)] + place.offset;
  }
  // When this rank has done its tasks, which were so much work.
  void exchange(double work) {
    pace_.finish(ranks_, work);
    const Sent &out = piles_[1], &in = piles_[2];
    ranks_.exchange(out.values.data(), out.counts, piles_[2].values.data(), in.counts);
  }

 protected:
  Index blocks() const { return std::ssize(parts_); }
  int owner(Index block) const { return owner_[static_cast<std::size_t>(block)]; }
  // So many sums of all blocks may be kept at a time.
  Index fitting() const { return fitting_; }

  void begin_plan() {
    for (auto& parts : parts_) parts.clear();
    for (Sent& pile : piles_) pile.clear(ranks_.size());
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
  void end_plan() {
    for (Sent& pile : piles_) pile.make_room();
    pace_.start(ranks_);
  }

  Ranks ranks_;
  Pace& pace_;

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

  std::function<Index(Index)> values_;
  std::vector<int> owner_;
  Index fitting_;
  std::vector<std::vector<Part>> parts_;
  std::array<Sent, 3> piles_;
};

}  // namespace mercer
