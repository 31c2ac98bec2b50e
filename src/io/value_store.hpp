// Values collected before their number is known, then laid out as one matrix.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "io/budget.hpp"
#include "mercer/types.hpp"

namespace mercer::io {

// Blocks grow to 40 MiB; blocks of that size (the C library maps what is above 32 MiB) go back to the system
// one by one while the matrix is filled, so the peak is little more than the matrix itself.
template <class T>
class ValueStore {
 public:
  // Room for `count` more values, in one piece.
  T* extend(std::size_t count) {
    if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < count) {
      const std::size_t room = std::clamp(size_, least_block, largest_block);
      charge(std::max(count, room) * sizeof(T));
      blocks_.emplace_back().reserve(std::max(count, room));
    }
    auto& block = blocks_.back();
    block.resize(block.size() + count);
    size_ += count;
    return block.data() + block.size() - count;
  }
  std::size_t size() const { return size_; }

  // The values in the order they came, row after row, behind those of `first`; the store is empty afterwards.
  MatrixOf<T> finish(Index rows, Index columns, const std::vector<T>& first = {}) {
    MatrixOf<T> matrix(rows, columns);
    T* to = std::copy(first.begin(), first.end(), matrix.data());
    for (; !blocks_.empty(); blocks_.pop_front())
      to = std::copy(blocks_.front().begin(), blocks_.front().end(), to);
    size_ = 0;
    return matrix;
  }

 private:
  static constexpr std::size_t least_block = (std::size_t{1} << 16) / sizeof(T);
  static constexpr std::size_t largest_block = (std::size_t{40} << 20) / sizeof(T);
  std::deque<std::vector<T>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace mercer::io
