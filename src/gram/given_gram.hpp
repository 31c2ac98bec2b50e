// A matrix that the user gives: similarities k, or dissimilarities d with k = -d^power / 2. Read in place.
#pragma once

#include "gram/block_gram.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

class GivenGram final : public BlockGram<double> {
 public:
  // `matrix` is square and dense; `kernel` is Precomputed or Dissimilarity.
  GivenGram(Data matrix, const Kernel& kernel);

  Index size() const override { return matrix_.size(); }
  Vector diagonal() const override;
  // Z holds a row of values a new point, one for each training point.
  void cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const override;

  // k from a given value
  static double similarity(double value, int power) {
    return power == 0 ? value : -0.5 * (power == 2 ? value * value : value);
  }

 protected:
  void tile(std::span<const Index> rows, Range columns, Scratch& scratch) const override;
  void entries(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const override;

 private:
  double at(Index i, Index j) const;
  Data matrix_;
  int power_ = 0;  // 0: similarities
};

}  // namespace mercer
