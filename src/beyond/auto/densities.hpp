// The axes in which mixtures are fitted, and the kernel densities that they are compared with: computed once,
// on first use, for all numbers of clusters.
#pragma once

#include <map>
#include <memory>

#include "beyond/auto/gate.hpp"
#include "beyond/auto/mixtures.hpp"
#include "core/symmetric_eigen.hpp"

namespace mercer::automatic {

class Densities {
 public:
  // `most_points` are compared, where there are more.
  Densities(Matrix points, std::uint64_t seed, Index most_points = HeldOut::all_points)
      : X_(std::move(points)), seed_(seed), most_points_(most_points) {}

  const Matrix& points() const { return X_; }
  // Of the mixtures: the columns, or their first principal components (see axes_for).
  const EmSpace& of_mixtures(Index clusters);
  // The first principal components, as many as asked for or as there are.
  const EmSpace& principal(Index axes);
  const HeldOut& held_out_of_mixtures(Index clusters);
  const HeldOut& held_out_principal(Index axes);

 private:
  struct Space {
    EmSpace space;
    std::unique_ptr<HeldOut> held_out;
  };
  Space& mixtures_in(Index clusters);
  Space& principal_in(Index axes);
  const HeldOut& held_out(Space& space) const;

  Matrix X_;
  std::uint64_t seed_;
  Index most_points_;
  std::map<Index, Space> mixtures_, principal_;  // by the number of axes
};

}  // namespace mercer::automatic
