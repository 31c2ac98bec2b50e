// Points in the memory of a device, and what it computes of them: the seam between mercer and CUDA. Spaces
// and Grams see only this interface; tests use an imitation of it that needs no device.
#pragma once

#include <memory>

#include "cuda/groups.hpp"
#include "mercer/device.hpp"
#include "space/space.hpp"

namespace mercer {

// Products K W in a device's memory, a column for each prototype.
struct DeviceSums {
  virtual ~DeviceSums() = default;
  virtual Index columns() const = 0;
};

class DevicePoints {
 public:
  virtual ~DevicePoints() = default;
  virtual Index size() const = 0;
  // The points whose sums are kept: those of this rank, whole blocks of them, where ranks share the work.
  // What follows concerns only their rows, unless it says all.
  virtual Range rows() const { return {0, size()}; }

  // Sums, made and changed. A product asks `control` between its parts; a stopped one must be discarded.

  virtual std::shared_ptr<DeviceSums> zero(Index columns) const = 0;
  // Some columns, in this order.
  virtual std::shared_ptr<DeviceSums> copy(const DeviceSums& S, std::span<const Index> columns) const = 0;
  // The given columns of `to` become those of `from`.
  virtual void put(const DeviceSums& from, std::span<const Index> columns, DeviceSums& to) const = 0;
  // S += K dW; change[r] = sum over the members i of run r: sign * weight_i * (S before + S after)(i,
  // column); 0 where they are not among the rows
  virtual void add(const Groups& dW, const Runs& runs, DeviceSums& S, Vector& change,
                   Control* control) const = 0;
  // The same where dW puts every point into one column, whose sums were zero.
  virtual void fill(const Groups& labels, const Runs& runs, DeviceSums& S, Vector& change,
                    Control* control) const = 0;
  // S = K W;  norms(b, j) = sum of W(h,j) S(h,j) over the points h of block b of the rows
  virtual void product(const Matrix& W, DeviceSums& S, Matrix& norms, Control* control) const = 0;
  // S_j += step_j (K(:, point) - S_j) where step_j > 0
  virtual void nudge(Index point, const Vector& step, DeviceSums& S) const = 0;
  // Z H, the same H for every k columns.
  virtual std::shared_ptr<DeviceSums> spread(const DeviceSums& Z, const Matrix& H) const = 0;

  // Sums, read.

  // out(i - points.begin, j - columns.begin) = S(i, j), points of the rows
  virtual void read(const DeviceSums& S, Range points, Range columns, Matrix& out) const = 0;
  // The same of some points.
  virtual void read(const DeviceSums& S, std::span<const Index> points, Range columns, Matrix& out) const = 0;
  // The nearest of some columns, by S(i, j) * twice_j subtracted from norms_j; ties within 16 epsilon
  // (|self_i| + |norms_j|) go to the lowest. `labels` are the present ones of all points, and become the new
  // ones.
  virtual Moves nearest(const DeviceSums& S, Range columns, const Vector& twice, const Vector& norms,
                        double epsilon, Labels& labels) const = 0;

  // Points whose move to another column gains more than `least` (Space::gaining); `mass` is that of the
  // columns.
  virtual std::vector<Index> gaining(const DeviceSums& S, Range columns, const Vector& twice,
                                     const Vector& norms, const Vector& mass, const Labels& labels,
                                     const Vector& weights, double least) const = 0;

  // Kernel values, which need no sums.

  // out(i, c) = k(x_i, x_points[c]) for all i
  virtual void columns(std::span<const Index> points, Matrix& out, Control* control) const = 0;
  // out(r, c) = k(x_rows[r], x_points[c])
  virtual void block(std::span<const Index> rows, std::span<const Index> points, Matrix& out) const = 0;
  // out = k(Z, X) W and self_i = k(z_i, z_i) for some rows of new points; the others are left as they are
  virtual void cross(const Data& Z, Range rows, const Matrix& W, Matrix& out, Vector& self) const = 0;
  // The nearest of some points, in feature space, for each of the rows: its number among them; ties: the
  // lowest.
  virtual Labels nearest_points(std::span<const Index> points) const = 0;
  // S(:, columns) = X V', the products of the points, about their centre, with vectors V (a row for each of
  // the columns)
  virtual void against(const Matrix& V, Range columns, DeviceSums& S) const = 0;
  // sums(i, g) = sum of |phi_i - phi_h| over the points h of group g (-1: in none), for the rows i
  virtual void distance_sums(const Labels& groups, Index count, Matrix& sums, Control* control) const = 0;
  // For seeding.
  virtual std::unique_ptr<NearSeeds> near_seeds(const Vector& weights, Index starts) const = 0;
  // k(x_i, x_i)
  virtual Vector diagonal() const = 0;
  // Relative rounding error of a value.
  virtual double epsilon() const = 0;

  virtual DeviceUse use() const = 0;
};

}  // namespace mercer
