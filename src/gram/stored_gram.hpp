// The kernel matrix in memory: computed once, then read. Of two tiles that mirror each other one is kept. A
// rank keeps only the tiles of its own blocks.
#pragma once

#include "gram/packed.hpp"

namespace mercer {

template <class T>
class StoredGram final : public BlockGram<T> {
 public:
  // Fills the matrix from `source`, which stays to answer for new points. A stop leaves it incomplete.
  explicit StoredGram(std::shared_ptr<const BlockGram<T>> source, Control* control = nullptr);
  // A matrix that was computed as a whole; it has no answer for new points.
  explicit StoredGram(Packed<T> values);

  Index size() const override { return values_.size(); }
  Vector diagonal() const override { return diagonal_; }
  void cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const override;
  std::uint64_t evaluations() const override { return source_ ? source_->evaluations() : 0; }
  static std::uint64_t bytes(Index n) { return Packed<T>::bytes(n); }

 protected:
  using typename BlockGram<T>::Scratch;
  void tile(std::span<const Index> rows, Range columns, Scratch& scratch) const override;
  void entries(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const override;
  bool has_all_tiles() const override { return !source_ || !this->divided(); }

 private:
  std::shared_ptr<const BlockGram<T>> source_;
  Packed<T> values_;
  Vector diagonal_;
};

}  // namespace mercer
