// The feature space of a kernel, known only through its Gram matrix. Of the sums K W a rank has the rows of
// its own points.
#pragma once

#include "space/host_space.hpp"

namespace mercer {

class GramSpace final : public HostSpace {
 public:
  explicit GramSpace(std::shared_ptr<const Gram> gram);

  Index size() const override { return gram_->size(); }
  const Vector& self() const override { return diagonal_; }
  Prototypes none(Index count) const override;
  void place(const Matrix& W, Prototypes& P, Control* control = nullptr) const override;
  void move(const SparseRows& dW, Prototypes& P, Control* control = nullptr) const override;
  void nudge(Index point, const Vector& step, Prototypes& P) const override;
  Prototypes spread(const Prototypes& Z, const Matrix& H, const std::vector<Index>& owner,
                    const Vector& weights) const override;
  Prototypes select(const Prototypes& P, std::span<const Index> columns) const override;
  void put(const Prototypes& from, std::span<const Index> columns, Prototypes& to) const override;
  Matrix apart(const Matrix& W, const Prototypes& P) const override;
  void to_points(std::span<const Index> points, Matrix& D2, Control* control = nullptr) const override;
  void between(std::span<const Index> rows, std::span<const Index> points, Matrix& D2) const override;
  double epsilon() const override { return gram_->epsilon(); }
  const Gram& gram() const { return *gram_; }

 protected:
  void block(const Prototypes& P, Range points, Range columns, Matrix& D2) const override;
  void to_points_here(std::span<const Index> points, Matrix& D2, Control* control) const override;
  Range own() const override { return gram_->rows(); }
  bool divided() const override { return gram_->divided(); }

 private:
  bool is_own(Index point) const { return point >= own().begin && point < own().end; }
  // Kernel values of points `first` .. with some points become distances.
  void make_distances(std::span<const Index> points, Index first, Matrix& D2, Control* control) const;
  [[noreturn]] void name_bad_value(std::span<const Index> points, Index first, const Matrix& D2) const;
  std::shared_ptr<const Gram> gram_;
  Vector diagonal_;
};

}  // namespace mercer
