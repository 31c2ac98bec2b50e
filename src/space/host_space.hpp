// A space whose sums lie in the memory of this process, or of the ranks that share the work: their threads
// share its blocks of points.
#pragma once

#include "core/parallel.hpp"
#include "space/space.hpp"

namespace mercer {

class HostSpace : public Space {
 public:
  void scan(const Prototypes& P, Range columns, const Visit& visit) const final;
  std::vector<Index> choose(const Prototypes& P, Range columns, const Pick& pick) const final;
  Moves nearest(const Prototypes& P, Range columns, Labels& labels) const override;
  void distances(const Prototypes& P, std::span<const Index> points, Range columns, Matrix& D2) const final;
  Labels nearest_points(std::span<const Index> points, Control* control = nullptr) const override;
  Seeding seeding(const Vector& weights, Index starts) const override;

 protected:
  // D2 = distances of a stretch of this rank's points to some prototypes
  virtual void block(const Prototypes& P, Range points, Range columns, Matrix& D2) const = 0;
  // D2 = distances of some of this rank's points to some prototypes
  virtual void rows_of(const Prototypes& P, std::span<const Index> points, Range columns, Matrix& D2) const;
  // D2 = distances of this rank's points to some points
  virtual void to_points_here(std::span<const Index> points, Matrix& D2, Control* control) const {
    to_points(points, D2, control);
  }
  // The points whose distances this rank knows: whole blocks of them.
  virtual Range own() const { return {0, size()}; }
  virtual bool divided() const { return false; }  // whether others know others
  const Ranks& ranks() const { return ranks_; }

 private:
  // The ranks that find labels together, and the points of this one.
  Ranks sharing(Range columns) const;
  Range share(const Ranks& ranks) const;
  void scan_some(const Prototypes& P, Range some, Range columns, const Visit& visit) const;
  Ranks ranks_;  // of the thread that made it
};

}  // namespace mercer
