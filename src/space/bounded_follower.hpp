// Lloyd's labels in the input space with few distances: bounds of Hamerly, by groups of prototypes as in
// Yinyang.
//
// A point x with label a keeps
//   upper >= |x - v_a|   and, for each group g of prototypes,   lower_g <= min_{j in g, j != a} |x - v_j|.
// When prototypes move, upper grows by the step of v_a and lower_g falls by the largest step in g (triangle
// inequality). While upper < lower_g for all g, the label can't change. Else upper is computed anew; if that
// is not enough, so are the distances to the groups g that are still open, in a product with other points.
//
// The bounds are rounded outwards, and a label is kept only if it would be kept in spite of the rounding of
// the distances: so the labels are those of Lloyd's iteration, each time.
#pragma once

#include "core/parallel.hpp"
#include "space/follower.hpp"
#include "space/vector_space.hpp"

namespace mercer {

class BoundedFollower final : public Follower {
 public:
  BoundedFollower(const VectorSpace& space, Index most_groups)
      : space_(space), most_groups_(most_groups), largest_self_(space.self().maxCoeff()) {}
  // It keeps 4 (2 + groups) bytes for each point.
  static constexpr Index useful_groups = 16;  // more cost more than they save
  Moves nearest(const Prototypes& P, Range columns, Labels& labels) override;
  std::vector<Index> gaining(const Prototypes& P, Range columns, const Labels& labels, const Vector& weights,
                             double least) override;

 private:
  // The prototypes of now, group by group.
  struct Now {
    VectorSpace::Means all;                 // by place
    std::vector<VectorSpace::Means> means;  // of each group
    std::vector<float> step;                // of each prototype, by label
    std::vector<float> group_step;          // the largest in each group
    double largest = 0;                     // squared norm of a prototype
    double rounding = 0;                    // error of a squared distance
  };
  // Some points, and their distances.
  struct Measured {
    std::vector<Index> points;
    PointBlock<double> rows;
    Matrix D2;
  };
  // Points of a block that bounds leave open; D2 is by place, and infinite for groups that are not open. A
  // thread keeps its memory from block to block.
  struct Open : Measured {
    std::vector<std::uint32_t> groups;  // of each point: a bit for each group that is open
    std::vector<Index> some;            // of the points, as they lie there
    Measured part;                      // the same points by themselves
    void clear() {
      points.clear();
      groups.clear();
    }
  };
  Now look(const Prototypes& P, Range columns);
  void group(const Matrix& V);
  Eigen::ArrayXf carry(const Now& now, const Labels& labels, Range points);
  // For the points of which `settled` leaves groups open: visit(point, D2 by place), which returns the label
  // that the bounds are then about.
  template <class Settled, class Visit>
  void follow(const Now& now, const Labels& labels, const Settled& settled, const Visit& visit);
  template <class Settled>
  void narrow(const Now& now, const Settled& settled, Open& open);
  void measure(const Now& now, Open& open) const;
  void measure(const VectorSpace::Means& means, Index first, Open& open) const;
  void keep(const Now& now, Open& open, Index row, int label);
  // The label of the nearest prototype, of the lowest one among ties.
  int nearest_label(const Now& now, const Prototypes& P, Range columns, Index point, double* d2) const;

  Index groups() const { return static_cast<Index>(first_.size()) - 1; }
  std::uint32_t all_groups() const { return (1U << groups()) - 1; }
  Index places() const { return std::ssize(label_of_); }
  Index place(int label) const { return place_[static_cast<std::size_t>(label)]; }
  std::uint32_t bit_of(int label) const { return 1U << group_of_[static_cast<std::size_t>(label)]; }
  // Of the points of a block, one after the other.
  float* lower(Index block_begin, Index group) {
    return lower_.data() + block_begin * groups() + group * points_together;
  }

  const VectorSpace& space_;
  Index most_groups_;
  double largest_self_;
  Matrix before_;  // the prototypes at the last look, by label; its norms are infinite where empty
  Vector norms_before_;
  // Prototypes have places, group by group; what is left of a group's places stays empty.
  std::vector<int> label_of_;         // of each place; -1: empty
  std::vector<Index> place_;          // of each label
  std::vector<unsigned> group_of_;    // of each label
  std::vector<Index> first_;          // places of group g: first_[g] .. first_[g + 1] - 1
  Labels own_;                        // what `upper_` is about; -1: nothing
  std::vector<float> upper_, lower_;  // lower_: block by block of points
};

}  // namespace mercer
