// The sums that tiles K(I, J) of all pairs of blocks add to their blocks, on any number of ranks.
//
// Pairs come in rounds (tournament.hpp), in which each block has one tile. A few rounds at a time, each tile
// is given to one of the two ranks that own its blocks, so that all end at the same time; the owners add up
// sums round after round (shared_sums.hpp).
#pragma once

#include "gram/shared_sums.hpp"
#include "gram/tournament.hpp"

namespace mercer {

template <class T>
class PairSums : public SharedSums<T> {
 public:
  using typename SharedSums<T>::Place;
  // A tile to be computed here, and where its sums go; what lies there before is of no use.
  struct Task {
    Index i, j;
    Place down, across;  // for the points of J, and of I
  };

  // `owned`: the blocks of a rank; `values`: how many numbers the sums of a block are; `threads` share the
  // tiles of this rank.
  PairSums(Index blocks, const Ranks& ranks, const std::function<Range(int)>& owned,
           std::function<Index(Index)> values, int threads, Pace& pace)
      : SharedSums<T>(blocks, ranks, owned, std::move(values), pace), rounds_(blocks) {
    // More rounds at a time share the work more evenly among ranks, and among threads: these wait for each
    // other after every one of them.
    constexpr Index tiles_per_thread = 16;
    const Index pairs = std::max<Index>(1, blocks / 2);
    const Index wanted = ranks.alone() ? (tiles_per_thread * threads + pairs - 1) / pairs : 32;
    together_ =
        threads == 1 && ranks.alone() ? 1 : std::clamp<Index>(std::min(this->fitting(), wanted), 1, 64);
  }

  std::int64_t own_pairs() const {
    const Index blocks = this->blocks();
    return blocks * (blocks + 1) / 2 / this->ranks_.size();
  }
  Index groups() const { return (rounds_.rounds() + together_ - 1) / together_; }

  // The next rounds, only a few as long as the ranks' pace is unknown; false: there are none.
  bool next() {
    if (round_ >= rounds_.rounds()) return false;
    constexpr Index few = 4;
    const Index some = this->ranks_.alone() || this->pace_.known() ? together_ : std::min(together_, few);
    const Index end = std::min(round_ + some, rounds_.rounds());
    plan(round_, end);
    round_ = end;
    return true;
  }
  const std::vector<Task>& tasks() const { return tasks_; }

 private:
  void plan(Index begin, Index end) {
    tasks_.clear();
    this->begin_plan();
    const std::vector<int> chosen = choose(begin, end);
    auto next = chosen.begin();
    for_pairs(begin, end, [&](Index i, Index j) {
      const int computes = *next++;
      const Place down = this->place(computes, j, false);
      const Place across = i == j ? Place{} : this->place(computes, i, true);
      if (computes == this->ranks_.rank()) tasks_.push_back({i, j, down, across});
    });
    this->end_plan();
  }

  // Which of its owners computes each tile: the one that would be done with it earlier. Who gets tiles later
  // in the list is not known at its beginning, so they are gone through again, as long as that changes
  // something, a few times at most.
  std::vector<int> choose(Index begin, Index end) const {
    constexpr int sweeps = 5;
    std::vector<Index> load(static_cast<std::size_t>(this->ranks_.size()), 0);
    const auto load_of = [&](int rank) -> Index& { return load[static_cast<std::size_t>(rank)]; };
    const auto seconds = [&](int rank, Index more) {
      return static_cast<double>(load_of(rank) + more) * this->pace_.of(rank);
    };
    std::vector<int> chosen;
    for_pairs(begin, end, [&](Index i, Index j) {
      chosen.push_back(this->owner(i));
      if (this->owner(i) == this->owner(j)) ++load_of(this->owner(i));
    });
    bool changed = !this->ranks_.alone();
    for (int sweep = 0; sweep < sweeps && changed; ++sweep) {
      changed = sweep == 0;
      auto next = chosen.begin();
      for_pairs(begin, end, [&](Index i, Index j) {
        int& computes = *next++;
        const int a = this->owner(i), b = this->owner(j), other = computes == a ? b : a;
        if (a == b) return;
        if (sweep > 0) --load_of(computes);
        if (seconds(other, 1) < seconds(computes, 1)) {
          computes = other;
          changed = true;
        }
        ++load_of(computes);
      });
    }
    return chosen;
  }

  template <class F>
  void for_pairs(Index begin, Index end, F&& f) const {
    for (Index round = begin; round < end; ++round)
      for (Index number = 0; number < rounds_.pairs(round); ++number)
        if (const auto [i, j] = rounds_.pair(round, number); i >= 0) f(i, j);
  }

  Tournament rounds_;
  Index together_ = 1, round_ = 0;
  std::vector<Task> tasks_;
};

}  // namespace mercer
