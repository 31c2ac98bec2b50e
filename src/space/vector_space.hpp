// The input space: prototypes are vectors, distances are formed block by block from the user's array, or from
// a centred copy of it where that is small.
#pragma once

#include "kernels/points.hpp"
#include "space/host_space.hpp"

namespace mercer {

class VectorSpace : public HostSpace {
 public:
  explicit VectorSpace(const Data& data);

  Index size() const override { return data_.size(); }
  const Vector& self() const override { return norms_; }
  Prototypes none(Index count) const override;
  void place(const Matrix& W, Prototypes& P, Control* control = nullptr) const override;
  void move(const SparseRows& dW, Prototypes& P, Control* control = nullptr) const override;
  void nudge(Index point, const Vector& step, Prototypes& P) const override;
  Prototypes spread(const Prototypes& Z, const Matrix& H, const std::vector<Index>& owner,
                    const Vector& weights) const override;
  Prototypes select(const Prototypes& P, std::span<const Index> columns) const override;
  void put(const Prototypes& from, std::span<const Index> columns, Prototypes& to) const override;
  Matrix apart(const Matrix& W, const Prototypes& P) const override;
  void to_points(std::span<const Index> points, Matrix& D2, Control* control = nullptr) const override;
  void between(std::span<const Index> rows, std::span<const Index> points, Matrix& D2) const override;
  Matrix vectors(std::span<const Index> points) const override;
  double epsilon() const override { return 2.2e-16; }

  // The prototypes as points of the input space, c x d; an empty one is the mean of all points.
  Matrix coordinates(const Prototypes& P) const;
  Matrix means(const Prototypes& P) const;  // the same about the centre of the data
  const Vector& centre() const { return centre_; }
  std::unique_ptr<Follower> follow(Index starts) const override;

  // Some prototypes as vectors, and their squared norms; an empty one is infinitely far away.
  struct Means {
    Matrix vectors;
    Vector norms;
  };
  static Means means_of(const Prototypes& P, Range columns);
  // Some dense points about the centre.
  void pack_points(std::span<const Index> points, PointBlock<double>& rows) const;
  // Distances of those points, as `block` computes them.
  virtual void distances_of(std::span<const Index> points, const PointBlock<double>& rows, const Means& means,
                            Matrix& D2) const;
  // Prototypes of mass one at given vectors (c x d, about the centre).
  static Prototypes at(Matrix vectors);

 protected:
  struct VectorSums final : Sums {
    Matrix WX;  // W' X, c x d
  };
  void block(const Prototypes& P, Range points, Range columns, Matrix& D2) const override;
  void rows_of(const Prototypes& P, std::span<const Index> points, Range columns, Matrix& D2) const override;

  // The mean of the rows is zero, up to rounding, and is not subtracted.
  struct AlreadyCentred {};
  VectorSpace(const Data& data, AlreadyCentred);
  const Data& data() const { return data_; }

 private:
  VectorSpace(Data data, Vector centre);
  // Points begin .. end-1 of dense data about the centre: those kept, or packed into `scratch`.
  const double* dense_rows(Index begin, Index end, PointBlock<double>& scratch) const;

  Data data_;
  Vector centre_;
  Vector norms_;
  Matrix kept_;  // the points about the centre, where they are dense and few
};

// Squared distances from some rows of the data to vectors (c x d) that are given about `centre`, and the
// squared norms of the rows about it.
void distances_to_vectors(const Data& data, Range rows, const Vector& centre, const Matrix& vectors,
                          Matrix& D2, Vector& self);

}  // namespace mercer
