// The kernel matrix in memory: computed once from another Gram, then read. Of two tiles that mirror each
// other one is kept.
#pragma once

#include "core/huge_array.hpp"
#include "gram/block_gram.hpp"

namespace mercer {

template <class T>
class StoredGram final : public BlockGram<T> {
 public:
  // Fills the matrix from `source`, which stays to answer for new points.
  explicit StoredGram(std::shared_ptr<const BlockGram<T>> source);

  Index size() const override { return source_->size(); }
  Vector diagonal() const override { return diagonal_; }
  void cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const override {
    source_->cross(Z, W, KW, self);
  }
  std::uint64_t evaluations() const override { return source_->evaluations(); }
  static std::uint64_t bytes(Index n);

 protected:
  using typename BlockGram<T>::Scratch;
  void tile(std::span<const Index> rows, Range columns, Scratch& scratch) const override;
  void entries(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const override;

 private:
  // Where the tile of blocks i <= j begins.
  Index offset(Index i, Index j) const;
  T at(Index i, Index j) const;
  std::shared_ptr<const BlockGram<T>> source_;
  Index width_;  // points of a block
  HugeArray<T> values_;
  Vector diagonal_;
};

}  // namespace mercer
