// Which points lie in one contour: those that segments inside the sphere join. Support vector clustering
// labels points by that, and not by the distances to prototypes, of which it has none.
#pragma once

#include "beyond/svdd.hpp"
#include "mercer/beyond/support_vector.hpp"

namespace mercer {

// The sphere in the feature space of a Gaussian, over its support vectors in the input space.
class Contour {
 public:
  // `points` are all points of the fit; `beta` their weights.
  Contour(const Matrix& points, const Vector& beta, double gamma, double norm, double radius2);
  // r^2(z) = 1 - 2 sum_i b_i exp(-gamma |z - x_i|^2) + b'K b
  double distance2(const Eigen::Ref<const Eigen::RowVectorXd>& z) const;
  bool inside(const Eigen::Ref<const Eigen::RowVectorXd>& z, double slack) const {
    return distance2(z) <= radius2_ + slack;
  }
  // Whether 20 points between x and y all lie inside.
  bool joined(const Eigen::Ref<const Eigen::RowVectorXd>& x,
              const Eigen::Ref<const Eigen::RowVectorXd>& y) const;
  static constexpr double point_slack = 1e-5, segment_slack = 1e-6;

 private:
  Matrix support_;
  Vector beta_;
  double gamma_, norm_, radius2_;
};

struct ContourLabels {
  Labels core;    // -1: outside every contour
  Labels labels;  // points outside take the label of the nearest point inside
  Index clusters = 0;
  Index segments = 0;  // that were tested
};
// Shortest pairs first, pairs that are joined already left out. `fast` tests the pairs of the 8 nearest
// neighbours, then for every two components the 30 closest pairs across, until no two join.
ContourLabels label_contours(const Contour& contour, const Matrix& points, SegmentGraph graph);

}  // namespace mercer
