// A space whose sums lie in this memory: the threads of this process share its blocks of points.
#pragma once

#include "core/parallel.hpp"
#include "space/space.hpp"

namespace mercer {

class HostSpace : public Space {
 public:
  void scan(const Prototypes& P, Range columns, const Visit& visit) const final {
    parallel_points(size(), 8 * columns.size(), [&](Index begin, Index end) {
      Matrix D2;
      block(P, {begin, end}, columns, D2);
      Block view(D2);
      visit({begin, end}, view);
    });
  }
  void distances(const Prototypes& P, std::span<const Index> points, Range columns, Matrix& D2) const final {
    D2.resize(static_cast<Index>(points.size()), columns.size());
    Matrix row;
    for (Index r = 0; r < D2.rows(); ++r) {
      const Index i = points[static_cast<std::size_t>(r)];
      block(P, {i, i + 1}, columns, row);
      D2.row(r) = row;
    }
  }

 protected:
  // D2 = distances of a stretch of points to some prototypes
  virtual void block(const Prototypes& P, Range points, Range columns, Matrix& D2) const = 0;
};

}  // namespace mercer
