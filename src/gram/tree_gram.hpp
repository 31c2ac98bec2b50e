// The kernel behind an ultrametric, k = (diameter - d) / 2, held as its tree: the squared distance of two
// objects in feature space is d. A product takes O(n) for each column, and no entry is ever stored.
#pragma once

#include "gram/gram.hpp"
#include "graph/ultrametric.hpp"

namespace mercer {

class TreeGram final : public Gram {
 public:
  explicit TreeGram(std::shared_ptr<const Ultrametric> tree) : tree_(std::move(tree)) {}

  const Ultrametric& tree() const { return *tree_; }

  Index size() const override { return tree_->size(); }
  Vector diagonal() const override { return Vector::Constant(size(), tree_->diameter() / 2); }
  void apply(const Matrix& W, Matrix& KW, Control* control = nullptr) const override;
  void update(const SparseRows& dW, Matrix& KW, Control* control = nullptr) const override;
  void columns(std::span<const Index> points, Matrix& C, Control* control = nullptr) const override;
  void block(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const override;
  // Z has two columns: the object nearest to each new point, and its distance r. The new point is as far from
  // the others as that object is, but at least r.
  void cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const override;

 private:
  std::shared_ptr<const Ultrametric> tree_;
};

}  // namespace mercer
