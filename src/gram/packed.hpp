// A symmetric matrix in half its memory: of two tiles that mirror each other one is kept.
#pragma once

#include <algorithm>

#include "core/huge_array.hpp"
#include "gram/block_gram.hpp"

namespace mercer {

template <class T>
class Packed {
 public:
  explicit Packed(Index n) : n_(n), width_(BlockGram<T>::block_width(n)), values_(count(n)) {}

  Index size() const { return n_; }
  Index width() const { return width_; }  // points of a block
  Index blocks() const { return (n_ + width_ - 1) / width_; }
  Range range(Index block) const { return {block * width_, std::min(n_, (block + 1) * width_)}; }

  // The tile of blocks i <= j, row by row.
  T* tile(Index i, Index j) { return values_.data() + offset(i, j); }
  const T* tile(Index i, Index j) const { return values_.data() + offset(i, j); }
  T at(Index i, Index j) const {
    if (i / width_ > j / width_) std::swap(i, j);
    const Range block = range(j / width_);
    return tile(i / width_, j / width_)[i % width_ * block.size() + j - block.begin];
  }

  // All values, those of the diagonal tiles on both sides.
  T* begin() { return values_.data(); }
  T* end() { return values_.data() + count(n_); }
  static Index count(Index n) {
    const Index width = BlockGram<T>::block_width(n), whole = n / width, rest = n % width;
    return before(whole, n, width) + rest * rest;
  }
  static std::uint64_t bytes(Index n) { return sizeof(T) * static_cast<std::uint64_t>(count(n)); }

 private:
  // Values before row i of the triangle of blocks, all `width` wide but the last: row h holds
  // width x (n - h width) of them.
  static Index before(Index i, Index n, Index width) { return width * (i * n - width * (i * (i - 1) / 2)); }
  Index offset(Index i, Index j) const { return before(i, n_, width_) + range(i).size() * (j - i) * width_; }

  Index n_, width_;
  HugeArray<T> values_;
};

}  // namespace mercer
