// Which points lie in one contour: those that segments inside the sphere join. Support vector clustering
// labels points by that, and not by the distances to prototypes, of which it has none.
#pragma once

#include "beyond/svdd.hpp"
#include "mercer/beyond/support_vector.hpp"

namespace mercer {

// The sphere in the feature space of a Gaussian, over its support vectors in the input space.
class Contour {
 public:
  using Point = Eigen::Ref<const Eigen::RowVectorXd>;
  // `points` are all points of the fit; `beta` their weights.
  Contour(const Matrix& points, const Vector& beta, double gamma, double norm, double radius2);
  // r^2(z) = 1 - 2 f(z) + b'K b,   f(z) = sum_i b_i exp(-gamma |z - x_i|^2)
  double distance2(const Point& z) const { return 1 - 2 * support(z) + norm_; }
  // r^2(z) <= R^2 + slack, that is f(z) >= level
  bool inside(const Point& z) const { return support(z) >= level_; }
  // Whether the segment between two points inside stays inside. However narrow a gap is, it is not stepped
  // over: f is nowhere on an accepted segment lower than the level by more than `tolerance`. No answer is
  // looked for once `control` says stop.
  bool joined(const Point& x, const Point& y, Control* control = nullptr) const;
  // Whether the ball around z holds no point inside, not even by `tolerance`.
  bool ball_outside(const Point& z, double radius) const;

  static constexpr double slack = 1e-5;

 private:
  static constexpr double tolerance = slack / 10;
  double support(const Point& z) const;

  Eigen::MatrixXd support_;  // by columns, whose differences are taken for all of them at once
  Vector beta_;
  double gamma_, norm_, level_;
};

struct ContourLabels {
  Labels core;    // -1: outside every contour
  Labels labels;  // points outside take the label of the nearest point inside
  Index clusters = 0;
  Index segments = 0;  // that were tested
};
// Two points are in one cluster if segments inside join them, directly or through others. `complete` tests
// the pairs one by one, shortest first, unless they are joined already. `fast` gives the same labels: it
// tests the pairs of the 8 nearest neighbours, then pairs of boxes of a tree. Where no segment between two
// boxes can stay inside, all their pairs are settled at once; the others are tested. Stopped, it joins what
// was found by then.
ContourLabels label_contours(const Contour& contour, const Matrix& points, SegmentGraph graph,
                             Control* control = nullptr);

}  // namespace mercer
