// The sums that batches of rows add to all blocks of columns, on several ranks.
//
// The owner of a block could compute all of its sums, without an exchange. But a rank that owns thirteen
// blocks where others have twelve, or whose core is slower, would let the others wait. So each rank computes
// as many sums as its pace says, of blocks that follow each other, most of them its own; the owners add up
// sums batch after batch (shared_sums.hpp).
#pragma once

#include <algorithm>
#include <cmath>

#include "gram/shared_sums.hpp"

namespace mercer {

template <class T>
class BatchSums : public SharedSums<T> {
 public:
  using typename SharedSums<T>::Place;
  struct Task {
    Index block, batch;
    Place where;
  };

  BatchSums(Index blocks, Index batches, const Ranks& ranks, const std::function<Range(int)>& owned,
            std::function<Index(Index)> values, Pace& pace)
      : SharedSums<T>(blocks, ranks, owned, std::move(values), pace), batches_(batches) {}

  // The next batches; false: there are none.
  bool next() {
    if (batch_ >= batches_) return false;
    const Index end = std::min(batches_, batch_ + std::clamp<Index>(this->fitting(), 1, 64));
    plan(batch_, end);
    batch_ = end;
    return true;
  }
  const std::vector<Task>& tasks() const { return tasks_; }

 private:
  void plan(Index begin, Index end) {
    tasks_.clear();
    this->begin_plan();
    const Index all = this->blocks() * (end - begin);
    const int ranks = this->ranks_.size();
    double speeds = 0, before = 0;
    for (int rank = 0; rank < ranks; ++rank) speeds += 1 / this->pace_.of(rank);
    Index task = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      before += 1 / this->pace_.of(rank);
      const auto share = static_cast<Index>(std::floor(static_cast<double>(all) * before / speeds + 1e-6));
      for (const Index last = rank + 1 < ranks ? std::min(all, share) : all; task < last; ++task) {
        const Index block = task / (end - begin), batch = begin + task % (end - begin);
        const Place where = this->place(rank, block, false);
        if (rank == this->ranks_.rank()) tasks_.push_back({block, batch, where});
      }
    }
    this->end_plan();
  }

  Index batches_, batch_ = 0;
  std::vector<Task> tasks_;
};

}  // namespace mercer
