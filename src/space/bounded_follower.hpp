// Lloyd's labels in the input space with few distances: bounds of Hamerly, by groups of prototypes as in
// Yinyang.
//
// A point x with label a keeps
//   upper >= |x - v_a|   and, for each group g of prototypes,   lower_g <= min_{j in g, j != a} |x - v_j|.
// When prototypes move, upper grows by the step of v_a and lower_g falls by the largest step in g (triangle
// inequality). While upper < lower_g for all g, the label can't change. Else upper is computed anew; if that
// is not enough, all distances of the point are, in a product with those of other points.
//
// The bounds are rounded outwards, and a label is kept only if it would be kept in spite of the rounding of
// the distances: so the labels are those of Lloyd's iteration, each time.
#pragma once

#include "space/follower.hpp"
#include "space/vector_space.hpp"

namespace mercer {

class BoundedFollower final : public Follower {
 public:
  BoundedFollower(const VectorSpace& space, Index most_groups)
      : space_(space), most_groups_(most_groups), largest_self_(space.self().maxCoeff()) {}
  // It keeps 4 (2 + groups) bytes for each point.
  static constexpr Index useful_groups = 8;  // more cost more than they save
  Moves nearest(const Prototypes& P, Range columns, Labels& labels) override;
  std::vector<Index> gaining(const Prototypes& P, Range columns, const Labels& labels, const Vector& weights,
                             double least) override;

 private:
  // The prototypes of now, group by group.
  struct Now {
    VectorSpace::Means means;       // rows in the order of `order_`
    std::vector<float> step;        // of each prototype, by label
    std::vector<float> group_step;  // the largest in each group
    double largest = 0;             // squared norm of a prototype
    double rounding = 0;            // error of a squared distance
  };
  Now look(const Prototypes& P, Range columns);
  void group(const Matrix& V);
  // For the points whose bounds `settle` leaves open: visit(point, D2 in the order of `order_`), which
  // returns the label that the bounds are then about.
  template <class Settled, class Visit>
  void follow(const Now& now, const Labels& labels, const Settled& settled, const Visit& visit);
  void keep(const Now& now, Index point, int label, double* d2);
  // The label of the nearest prototype, of the lowest one among ties.
  int nearest_label(const Now& now, const Prototypes& P, Range columns, Index point, const double* d2) const;
  Index groups() const { return static_cast<Index>(first_.size()) - 1; }

  const VectorSpace& space_;
  Index most_groups_;
  double largest_self_;
  Matrix before_;  // the prototypes at the last look, by label; its norms are infinite where empty
  Vector norms_before_;
  std::vector<Index> order_;  // label of each row of Now::means
  std::vector<Index> place_;  // row of each label
  std::vector<Index> first_;  // rows of group g: first_[g] .. first_[g + 1] - 1
  Labels own_;                // what `upper_` is about; -1: nothing
  std::vector<float> upper_, lower_;
};

}  // namespace mercer
