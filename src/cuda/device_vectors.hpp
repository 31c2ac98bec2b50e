// A space of vectors (the input space, or features) whose points are also on a device, which finds the
// nearest prototype, moves that gain, and seeds. Sums are one short vector for each prototype and stay with
// the host space; the prototypes go to the points, and labels that moved come back. What rules do with
// distances stays on the processor: to bring n x c distances back would take longer than to compute them.
#pragma once

#include <map>
#include <mutex>

#include "core/ranks.hpp"
#include "cuda/device_points.hpp"
#include "space/feature_space.hpp"
#include "space/shared_rows.hpp"

namespace mercer {

template <class Base>
class DeviceVectors final : public Base {
 public:
  // `points` are those of the space, with the linear kernel and about the same origin.
  template <class... Arguments>
  explicit DeviceVectors(std::shared_ptr<const DevicePoints> points, Arguments&&... arguments)
      : Base(std::forward<Arguments>(arguments)...), points_(std::move(points)) {}

  Moves nearest(const Prototypes& P, Range columns, Labels& labels) const override {
    const std::lock_guard lock(guard_);
    const auto [V, norms] = Base::means_of(P, columns);
    const DeviceSums& S = products(V, P.count(), columns);
    return told_moves(sharing(), points_->nearest(S, columns, twice(columns), norms, this->epsilon(), labels),
                      labels);
  }
  std::vector<Index> gaining(const Prototypes& P, Range columns, const Labels& labels, const Vector& weights,
                             double least) const override {
    const std::lock_guard lock(guard_);
    const auto [V, norms] = Base::means_of(P, columns);
    const DeviceSums& S = products(V, P.count(), columns);
    const Vector mass = P.mass.segment(columns.begin, columns.size());
    return sharing().gather_list(
        points_->gaining(S, columns, twice(columns), norms, mass, labels, weights, least));
  }
  // The points are with the device: bounds of the processor would save it nothing.
  std::unique_ptr<Follower> follow(Index starts) const override { return Space::follow(starts); }
  Labels nearest_points(std::span<const Index> points, Control*) const override {
    return sharing().gather_list(points_->nearest_points(points));
  }
  Seeding seeding(const Vector& weights, Index starts) const override {
    return {this->size(), points_->rows(), sharing(), points_->near_seeds(weights, starts)};
  }

 private:
  // D2(i,j) = |x_i|^2 - 2 x_i.v_j + |v_j|^2
  static Vector twice(Range columns) { return Vector::Constant(columns.size(), 2); }
  Ranks sharing() const { return points_->rows().size() < this->size() ? ranks_ : Ranks(nullptr); }
  // x_i.v_j for some of `count` prototypes. Each number of prototypes has a place there, which also knows the
  // labels of the last call.
  const DeviceSums& products(const Matrix& V, Index count, Range columns) const {
    std::shared_ptr<DeviceSums>& S = places_[count];
    if (!S) {
      if (places_.size() > 2) {  // searches try one number after the other
        places_.clear();
        return products(V, count, columns);
      }
      S = points_->zero(count);
    }
    points_->against(V, columns, *S);
    return *S;
  }

  std::shared_ptr<const DevicePoints> points_;
  Ranks ranks_;  // of the thread that made it
  mutable std::mutex guard_;
  mutable std::map<Index, std::shared_ptr<DeviceSums>> places_;
};

}  // namespace mercer
