// What k-means++ asks of a space: how far points are from the nearest seed so far, for several starts at
// once. Where these distances are, here, on a device or on the ranks that own the points, is the space's
// business.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "core/ranks.hpp"
#include "mercer/control.hpp"
#include "mercer/types.hpp"

namespace mercer {

// A point is drawn: the one in a block of points (points_together) where the sum of w_i d_i, from the first
// one of the block on, passes `left`.
struct Draw {
  Index start, block;
  double left;
};

// d_i is the squared distance of point i to the nearest seed of a start; 1 before there is one. All is about
// the points of this rank, whole blocks of them.
class NearSeeds {
 public:
  virtual ~NearSeeds() = default;
  // (b, r): sum of w_i d_i over the b-th block, in start r
  virtual Matrix shares() const = 0;
  // The points of some draws; where rounding lets none pass, the last one that has a share.
  virtual std::vector<Index> find(std::span<const Draw> draws) const = 0;
  // (b, c): sum of w_i min(d_i, |phi_i - phi(candidates[c])|^2) over the b-th block. Every start has the same
  // number of candidates, start after start.
  virtual Matrix remaining(std::span<const Index> candidates, Control* control) = 0;
  // chosen[r] of these candidates becomes a seed of start r.
  virtual void take(std::span<const Index> chosen) = 0;
};

// The same about all points, brought together from the ranks.
class Seeding {
 public:
  Seeding(Index points, Range own, const Ranks& ranks, std::unique_ptr<NearSeeds> near)
      : n_(points), own_(own), ranks_(ranks), near_(std::move(near)) {}
  Index size() const { return n_; }
  Matrix shares() const { return all_blocks(near_->shares()); }
  std::vector<Index> find(std::span<const Draw> draws) const;
  Vector remaining(std::span<const Index> candidates, Control* control) {
    return all_blocks(near_->remaining(candidates, control)).colwise().sum().transpose();
  }
  void take(std::span<const Index> chosen) { near_->take(chosen); }

 private:
  Matrix all_blocks(Matrix own) const;
  Index n_;
  Range own_;
  Ranks ranks_;
  std::unique_ptr<NearSeeds> near_;
};

// D2(i - own.begin, h) = distances of this rank's points to some points
using ToPoints = std::function<void(std::span<const Index> points, Matrix& D2, Control* control)>;
std::unique_ptr<NearSeeds> near_seeds_here(Range own, ToPoints distances, const Vector& weights,
                                           Index starts);

// The nearest of some points for each row of their distances: its number among them; ties: the lowest.
Labels nearest_columns(const Matrix& D2);

}  // namespace mercer
