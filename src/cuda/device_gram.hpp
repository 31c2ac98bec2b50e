// The kernel matrix of points on a device: products are computed there, and come back.
#pragma once

#include "cuda/device_points.hpp"

namespace mercer {

class DeviceGram final : public Gram {
 public:
  explicit DeviceGram(std::shared_ptr<const DevicePoints> points) : points_(std::move(points)) {}

  Index size() const override { return points_->size(); }
  Range rows() const override { return points_->rows(); }
  bool divided() const override { return rows().size() < size(); }
  Vector diagonal() const override { return points_->diagonal(); }
  double epsilon() const override { return points_->epsilon(); }
  std::uint64_t evaluations() const override { return points_->use().values; }
  void apply(const Matrix& W, Matrix& KW, Control* control = nullptr) const override;
  void update(const SparseRows& dW, Matrix& KW, Control* control = nullptr) const override;
  void columns(std::span<const Index> points, Matrix& C, Control* control = nullptr) const override;
  void block(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const override;
  void distance_sums(const Labels& groups, Index count, Matrix& sums,
                     Control* control = nullptr) const override;
  void cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const override;

  DeviceUse use() const { return points_->use(); }

 private:
  std::shared_ptr<const DevicePoints> points_;
};

}  // namespace mercer
