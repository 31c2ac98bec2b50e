// A space turns weights into distances: D2(i, j) = |phi(x_i) - v_j|^2 with v_j = sum_h W(h,j) phi(x_h) /
// mass_j.
//
// The engine asks, the space answers, and where the numbers are is the space's business: it keeps the sums,
// cuts the points into blocks, and puts threads, a device or several machines to work. Others see blocks of
// distances, labels that moved, and two numbers for each prototype. A space is constant; the prototypes are a
// value of their own (sums.hpp), so that they can be kept, copied and moved.
#pragma once

#include <functional>
#include <span>

#include "gram/gram.hpp"
#include "space/follower.hpp"
#include "space/seeding.hpp"
#include "space/sums.hpp"

namespace mercer {

// Distances of a stretch of points to some prototypes: D2(i - points.begin, j - columns.begin). They are the
// visitor's to change.
using Block = Eigen::Ref<Matrix>;
using Visit = std::function<void(Range points, Block& D2)>;

// Points whose label changed, in ascending order.
struct Moves {
  std::vector<Index> points;
  Labels from, to;  // of each of them; from -1: it had none
  bool empty() const { return points.empty(); }
  void add(Index point, int before, int now) {
    points.push_back(point);
    from.push_back(before);
    to.push_back(now);
  }
};

// Adds to `chosen` those of a stretch of points that it picks by their distances.
using Pick = std::function<void(Range points, Block& D2, std::vector<Index>& chosen)>;

class Space {
 public:
  virtual ~Space() = default;
  virtual Index size() const = 0;
  // |phi(x_i)|^2, about an origin that cancels in every distance
  virtual const Vector& self() const = 0;
  // Relative rounding error of a product: that of the tiles.
  virtual double epsilon() const = 0;

  // Prototypes, made and changed. After a stop (control) they are incomplete and must be discarded.

  // `count` prototypes with no weight
  virtual Prototypes none(Index count) const = 0;
  // Prototypes from dense weights (n x c). The earlier ones are given because a preimage depends on them.
  virtual void place(const Matrix& W, Prototypes& P, Control* control = nullptr) const = 0;
  // Whether `place` depends on the earlier prototypes.
  virtual bool remembers() const { return false; }
  // W += dW
  virtual void move(const SparseRows& dW, Prototypes& P, Control* control = nullptr) const = 0;
  // Every prototype a step towards one point: v_j += step_j (phi(x_i) - v_j). All have mass 1 before and
  // after.
  virtual void nudge(Index point, const Vector& step, Prototypes& P) const = 0;
  // Prototypes of the weights W = Z H from those of Z, the same H (k x k) for every k columns: in start s,
  // point i is in column owner[i * starts + s] of Z, with its weight, and in no other.
  virtual Prototypes spread(const Prototypes& Z, const Matrix& H, const std::vector<Index>& owner,
                            const Vector& weights) const = 0;
  // Only the given prototypes.
  virtual Prototypes select(const Prototypes& P, std::span<const Index> columns) const = 0;
  // The given prototypes of `to` become those of `from`.
  virtual void put(const Prototypes& from, std::span<const Index> columns, Prototypes& to) const = 0;

  // Distances. That to an empty prototype is infinite. An indefinite kernel, or rounding, can make one
  // negative: it is left so.

  // All points to some prototypes, block by block: every block of `points_together` points once (the last one
  // may be shorter), in any order and from several threads at a time. So what a visitor adds up block by
  // block does not depend on the space.
  virtual void scan(const Prototypes& P, Range columns, const Visit& visit) const = 0;
  // The nearest of some prototypes for every point (label 0 is columns.begin; ties up to rounding: the
  // lowest). `labels` are the present ones, and become the new ones.
  virtual Moves nearest(const Prototypes& P, Range columns, Labels& labels) const;
  // Points whose move from their own to another of some prototypes gains more than `least` (space/gain.hpp),
  // ascending. Labels are counted from columns.begin.
  virtual std::vector<Index> gaining(const Prototypes& P, Range columns, const Labels& labels,
                                     const Vector& weights, double least) const;
  // Both for one start while its prototypes move; `starts` of them are followed at the same time.
  virtual std::unique_ptr<Follower> follow(Index starts) const;
  // The points that `pick` chooses, block by block as in `scan`, in ascending order.
  virtual std::vector<Index> choose(const Prototypes& P, Range columns, const Pick& pick) const;
  // A few points to some prototypes: D2(r, j - columns.begin) is that of points[r]
  virtual void distances(const Prototypes& P, std::span<const Index> points, Range columns,
                         Matrix& D2) const = 0;
  // Between the prototypes of the weights W, squared, c x c.
  virtual Matrix apart(const Matrix& W, const Prototypes& P) const = 0;
  // D2(i, h) = |phi(x_i) - phi(points[h])|^2 for all i, or for i in `rows`
  virtual void to_points(std::span<const Index> points, Matrix& D2, Control* control = nullptr) const = 0;
  virtual void between(std::span<const Index> rows, std::span<const Index> points, Matrix& D2) const = 0;
  // The nearest of some points for every point: its number among them; ties: the lowest.
  virtual Labels nearest_points(std::span<const Index> points, Control* control = nullptr) const;
  // Distances to the nearest seed so far, for seeding.
  virtual Seeding seeding(const Vector& weights, Index starts) const;
  // The points themselves as vectors, about some origin, where they have few dimensions; else none.
  virtual Matrix vectors(std::span<const Index> points) const {
    (void)points;
    return {};
  }
};

// The points that `pick` chooses among those that `scan(visit)` shows.
std::vector<Index> chosen_among(Index size, const Pick& pick, const std::function<void(const Visit&)>& scan);
// The labels that move when each point goes to the nearest of some prototypes, among the points that
// `scan(visit)` shows.
Moves nearest_among(const Space& space, const Prototypes& P, Range columns, Labels& labels,
                    const std::function<void(const Visit&)>& scan);

// Whether any move of a point from `from` gains more than `least`; both rows are as long as there are
// prototypes.
bool gains(std::span<const double> d2, Index from, double w, const Eigen::Ref<const Vector>& mass,
           double least);

// The moves of several stretches of points, in order.
Moves joined(const std::vector<Moves>& parts);

// The distances of all points to all prototypes, n x c.
Matrix all_distances(const Space& space, const Prototypes& P);

// sum_i w_i |phi(x_i) - own prototype|^2 = sum_i w_i |phi(x_i)|^2 - sum_j norm_j / mass_j, over prototypes
// first .. first + count - 1; `total` is the first sum.
double within(const Prototypes& P, Index first, Index count, double total);

// |v_j - v_l|^2 = v_j.v_j + v_l.v_l - 2 v_j.v_l from the products of the sums, W' K W
Matrix distances_apart(Matrix products, const Vector& mass);

// The mass of W = Z H, the same H for every k columns.
Vector spread_mass(const Vector& mass, const Matrix& H);

}  // namespace mercer
