// The feature space of a kernel on a device: sums stay in its memory, and labels that moved are all that
// comes back of a step of hard clustering. Where ranks share the work, each has the sums of its own points on
// its device, and ranks tell each other what GramSpace's do.
#pragma once

#include "core/ranks.hpp"
#include "cuda/device_points.hpp"
#include "space/gram_space.hpp"

namespace mercer {

class DeviceSpace final : public Space {
 public:
  // `gram` is that of the same points; made by the thread whose ranks share the work.
  DeviceSpace(std::shared_ptr<const DevicePoints> points, const std::shared_ptr<const Gram>& gram)
      : points_(std::move(points)), among_points_(gram) {}

  Index size() const override { return points_->size(); }
  const Vector& self() const override { return among_points_.self(); }
  double epsilon() const override { return among_points_.epsilon(); }

  Prototypes none(Index count) const override;
  void place(const Matrix& W, Prototypes& P, Control* control = nullptr) const override;
  void move(const SparseRows& dW, Prototypes& P, Control* control = nullptr) const override;
  void nudge(Index point, const Vector& step, Prototypes& P) const override;
  Prototypes spread(const Prototypes& Z, const Matrix& H, const std::vector<Index>& owner,
                    const Vector& weights) const override;
  Prototypes select(const Prototypes& P, std::span<const Index> columns) const override;
  void put(const Prototypes& from, std::span<const Index> columns, Prototypes& to) const override;

  void scan(const Prototypes& P, Range columns, const Visit& visit) const override;
  Moves nearest(const Prototypes& P, Range columns, Labels& labels) const override;
  std::vector<Index> gaining(const Prototypes& P, Range columns, const Labels& labels, const Vector& weights,
                             double least) const override;
  void distances(const Prototypes& P, std::span<const Index> points, Range columns,
                 Matrix& D2) const override;
  Matrix apart(const Matrix& W, const Prototypes& P) const override;
  // Points know each other without any sums.
  void to_points(std::span<const Index> points, Matrix& D2, Control* control = nullptr) const override {
    among_points_.to_points(points, D2, control);
  }
  void between(std::span<const Index> rows, std::span<const Index> points, Matrix& D2) const override {
    among_points_.between(rows, points, D2);
  }
  Labels nearest_points(std::span<const Index> points, Control* control = nullptr) const override;
  Seeding seeding(const Vector& weights, Index starts) const override {
    return {size(), own(), sharing(), points_->near_seeds(weights, starts)};
  }

 private:
  Range own() const { return points_->rows(); }
  // The ranks that share the work; none if all sums are here.
  Ranks sharing() const { return own().size() < size() ? ranks_ : Ranks(nullptr); }
  // norm += the change of a group's norm, added up run by run
  void add_norms(const Groups& groups, const Runs& runs, const Vector& change, Vector& norm) const;
  // Sums, block by block, as `scan` hands out distances.
  void read_all(const DeviceSums& S, Range columns, const Visit& visit) const;
  std::shared_ptr<const DevicePoints> points_;
  GramSpace among_points_;
  Ranks ranks_;
};

}  // namespace mercer
