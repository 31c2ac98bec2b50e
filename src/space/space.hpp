// A space turns weights into distances: D2(i, j) = |phi(x_i) - v_j|^2 with v_j = sum_h W(h,j) phi(x_h) /
// mass_j.
//
// A space is constant; the prototypes are a value of their own, so that they can be kept, copied and moved.
#pragma once

#include <span>

#include "gram/gram.hpp"

namespace mercer {

// Any number of prototypes. All is kept unnormalised and divided when distances are formed, so that moving a
// point costs what it changes.
struct Prototypes {
  Matrix sums;  // feature space: K W (n x c); input space: W' X (c x d)
  Vector mass;  // column sums of W; 0: the prototype is empty
  Vector norm;  // |sum_h W(h,j) phi(x_h)|^2
  Index count() const { return mass.size(); }
  double squared_norm(Index j) const { return mass[j] > 0 ? norm[j] / (mass[j] * mass[j]) : 0; }
};

class Space {
 public:
  virtual ~Space() = default;
  virtual Index size() const = 0;
  // |phi(x_i)|^2, about an origin that cancels in every distance
  virtual const Vector& self() const = 0;
  // `count` prototypes with no weight
  virtual Prototypes none(Index count) const = 0;
  // Prototypes from dense weights (n x c). The earlier ones are given because a preimage depends on them.
  virtual void place(const Matrix& W, Prototypes& P) const = 0;
  // W += dW
  virtual void move(const SparseRows& dW, Prototypes& P) const = 0;
  // D2 = distances of some points to some prototypes; infinite for an empty one. An indefinite kernel, or
  // rounding, can make a distance negative: it is left so.
  virtual void distances(const Prototypes& P, Range points, Range columns, Matrix& D2) const = 0;
  // Every prototype a step towards one point: v_j += step_j (phi(x_i) - v_j). All have mass 1 before and
  // after.
  virtual void nudge(Index point, const Vector& step, Prototypes& P) const = 0;
  // Squared distances between the prototypes of the weights W, c x c.
  virtual Matrix apart(const Matrix& W, const Prototypes& P) const = 0;
  // D2(i, h) = |phi(x_i) - phi(points[h])|^2 for all i, or for i in `rows`
  virtual void to_points(std::span<const Index> points, Matrix& D2) const = 0;
  virtual void between(std::span<const Index> rows, std::span<const Index> points, Matrix& D2) const = 0;
  // The points themselves as vectors, about some origin, where they have few dimensions; else none.
  virtual Matrix vectors(std::span<const Index> points) const {
    (void)points;
    return {};
  }

  // The given prototypes alone.
  virtual Prototypes select(const Prototypes& P, std::span<const Index> columns) const = 0;
  // Whether `place` depends on the earlier prototypes.
  virtual bool remembers() const { return false; }
  // Relative rounding error of a product: that of the tiles.
  virtual double epsilon() const = 0;
};

// The distances of all points to all prototypes, n x c.
Matrix all_distances(const Space& space, const Prototypes& P);

// sum_i w_i |phi(x_i) - own prototype|^2 = sum_i w_i |phi(x_i)|^2 - sum_j norm_j / mass_j, over prototypes
// first .. first + count - 1; `total` is the first sum.
double within(const Prototypes& P, Index first, Index count, double total);

}  // namespace mercer
