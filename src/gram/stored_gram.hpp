// The kernel matrix in memory: computed once from another Gram, then read.
#pragma once

#include "gram/block_gram.hpp"

namespace mercer {

template <class T>
class StoredGram final : public BlockGram<T> {
 public:
  // Fills the matrix from `source`, which stays to answer for new points.
  explicit StoredGram(std::shared_ptr<const BlockGram<T>> source);

  Index size() const override { return values_.rows(); }
  Vector diagonal() const override { return diagonal_; }
  void cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const override {
    source_->cross(Z, W, KW, self);
  }
  static std::uint64_t bytes(Index n) {
    return sizeof(T) * static_cast<std::uint64_t>(n) * static_cast<std::uint64_t>(n);
  }

 protected:
  using typename BlockGram<T>::Rows;
  using typename BlockGram<T>::Scratch;
  std::unique_ptr<Rows> prepare(std::span<const Index> rows) const override;
  void tile(const Rows& rows, Index first, Index count, Index begin, Index end, Scratch& scratch,
            std::vector<const T*>& pointers) const override;
  void entries(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const override;

 private:
  std::shared_ptr<const BlockGram<T>> source_;
  MatrixOf<T> values_;
  Vector diagonal_;
};

}  // namespace mercer
