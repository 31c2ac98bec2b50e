#include "cuda/device_gram.hpp"

#include "core/parallel.hpp"

namespace mercer {

void DeviceGram::apply(const Matrix& W, Matrix& KW, Control* control) const {
  const auto S = points_->zero(W.cols());
  Matrix norms;
  points_->product(W, *S, norms, control);
  points_->read(*S, rows(), Range{0, W.cols()}, KW);
}

void DeviceGram::update(const SparseRows& dW, Matrix& KW, Control* control) const {
  if (dW.empty()) return;
  const auto S = points_->zero(KW.cols());
  const Groups groups = group(dW, KW.cols());
  Vector norms;
  points_->add(groups, runs_of(groups), *S, norms, control);
  Matrix change;
  points_->read(*S, rows(), Range{0, KW.cols()}, change);
  KW += change;
}

void DeviceGram::columns(std::span<const Index> points, Matrix& C, Control* control) const {
  points_->columns(points, C, control);
}
void DeviceGram::block(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const {
  points_->block(rows, points, B);
}

void DeviceGram::distance_sums(const Labels& groups, Index count, Matrix& sums, Control* control) const {
  points_->distance_sums(groups, count, sums, control);
  sums = all_rows(*this, std::move(sums));
}

void DeviceGram::cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const {
  const Ranks ranks;
  KW.resize(Z.size(), W.cols());
  self.resize(Z.size());
  points_->cross(Z, ranks.rows(Z.size(), points_together), W, KW, self);
  ranks.gather_rows(KW, points_together);
  ranks.gather_rows(self, points_together);
}

}  // namespace mercer
