// All pairs of blocks, in rounds: in a round every block meets one other, so the pairs of a round can be
// worked on at once and each block's sums grow in an order that no schedule can change.
#pragma once

#include <algorithm>
#include <utility>

#include "mercer/types.hpp"

namespace mercer {

// The circle method: block 0 stays, the others move on by one place a round.
class Tournament {
 public:
  explicit Tournament(Index blocks) : blocks_(blocks), seats_(blocks + blocks % 2) {}

  // Round 0 pairs every block with itself.
  Index rounds() const { return blocks_ == 0 ? 0 : std::max<Index>(1, seats_); }
  Index pairs(Index round) const { return round == 0 ? blocks_ : seats_ / 2; }
  // The lower block first; {-1, -1}: one block sits out.
  std::pair<Index, Index> pair(Index round, Index number) const {
    if (round == 0) return {number, number};
    const Index a = seat(round, number), b = seat(round, seats_ - 1 - number);
    if (std::max(a, b) >= blocks_) return {-1, -1};
    return {std::min(a, b), std::max(a, b)};
  }

 private:
  Index seat(Index round, Index place) const {
    return place == 0 ? 0 : 1 + (place - 1 + round - 1) % (seats_ - 1);
  }
  Index blocks_, seats_;
};

}  // namespace mercer
