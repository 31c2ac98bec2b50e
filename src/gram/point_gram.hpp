// The kernel matrix of points, computed tile by tile and never stored: memory O(tile), any size of data.
#pragma once

#include "gram/block_gram.hpp"
#include "kernels/tiles.hpp"

namespace mercer {

template <class T>
class PointGram final : public BlockGram<T> {
 public:
  explicit PointGram(std::shared_ptr<const KernelTiles<T>> tiles) : tiles_(std::move(tiles)) {}

  Index size() const override { return tiles_->size(); }
  std::uint64_t evaluations() const override { return tiles_->evaluations(); }
  Vector diagonal() const override;
  void cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const override;

 protected:
  using typename BlockGram<T>::Scratch;
  std::unique_ptr<Scratch> make_scratch() const override;
  void tile(std::span<const Index> rows, Range columns, Scratch& scratch) const override;
  void entries(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const override;

 private:
  struct PackedTile;
  std::shared_ptr<const KernelTiles<T>> tiles_;
};

}  // namespace mercer
