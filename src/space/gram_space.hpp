// The feature space of a kernel, known only through its Gram matrix.
#pragma once

#include "space/space.hpp"

namespace mercer {

class GramSpace final : public Space {
 public:
  explicit GramSpace(std::shared_ptr<const Gram> gram);

  Index size() const override { return gram_->size(); }
  const Vector& self() const override { return diagonal_; }
  Prototypes none(Index count) const override;
  void place(const Matrix& W, Prototypes& P) const override;
  void move(const SparseRows& dW, Prototypes& P) const override;
  void distances(const Prototypes& P, Range points, Range columns, Matrix& D2) const override;
  void to_points(std::span<const Index> points, Matrix& D2) const override;
  void between(std::span<const Index> rows, std::span<const Index> points, Matrix& D2) const override;
  Prototypes select(const Prototypes& P, std::span<const Index> columns) const override {
    return {P.sums(Eigen::all, columns), P.mass(columns), P.norm(columns)};
  }
  double epsilon() const override { return gram_->epsilon(); }
  const Gram& gram() const { return *gram_; }

 private:
  [[noreturn]] void name_bad_value(std::span<const Index> points, const Matrix& D2) const;
  std::shared_ptr<const Gram> gram_;
  Vector diagonal_;
};

}  // namespace mercer
