// A given matrix of similarities with few entries (a graph): products cost what is stored, nothing is made
// dense.
#pragma once

#include "gram/gram.hpp"

namespace mercer {

class SparseGram final : public Gram {
 public:
  // `matrix` is sparse, square and symmetric; pairs that are not stored have similarity 0.
  explicit SparseGram(Data matrix) : matrix_(std::move(matrix)) {}

  Index size() const override { return matrix_.size(); }
  Vector diagonal() const override { return values().diagonal(); }
  void apply(const Matrix& W, Matrix& KW, Control* control = nullptr) const override;
  void update(const SparseRows& dW, Matrix& KW, Control* control = nullptr) const override;
  void columns(std::span<const Index> points, Matrix& C, Control* control = nullptr) const override;
  void block(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const override;
  // Z holds a row of similarities a new point, sparse or dense.
  void cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const override;

 private:
  const SparseMatrix& values() const { return matrix_.sparse(); }
  Data matrix_;
};

}  // namespace mercer
