// The kernel matrix of points that have features: K ~ Z Z', known by its factor.
#pragma once

#include "gram/gram.hpp"

namespace mercer {

class FeatureGram final : public Gram {
 public:
  explicit FeatureGram(Matrix features) : Z_(std::move(features)) {}

  const Matrix& features() const { return Z_; }
  Index size() const override { return Z_.rows(); }
  Vector diagonal() const override { return Z_.rowwise().squaredNorm(); }
  void apply(const Matrix& W, Matrix& KW, Control* control = nullptr) const override;
  void update(const SparseRows& dW, Matrix& KW, Control* control = nullptr) const override;
  void columns(std::span<const Index> points, Matrix& C, Control* control = nullptr) const override;
  void block(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const override;
  // Z holds the features of new points.
  void cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const override;

 private:
  Matrix Z_;
};

}  // namespace mercer
