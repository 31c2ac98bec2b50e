// A space of features: dense vectors that are ours, about their mean already, so that products run over them
// as they lie, in their own precision.
#pragma once

#include <limits>

#include "space/vector_space.hpp"

namespace mercer {

template <class T>
class FeatureSpace : public VectorSpace {
 public:
  explicit FeatureSpace(MatrixOf<T> features);

  void place(const Matrix& W, Prototypes& P, Control* control = nullptr) const override;
  void move(const SparseRows& dW, Prototypes& P, Control* control = nullptr) const override;
  void to_points(std::span<const Index> points, Matrix& D2, Control* control = nullptr) const override;
  void between(std::span<const Index> rows, std::span<const Index> points, Matrix& D2) const override;
  double epsilon() const override { return static_cast<double>(std::numeric_limits<T>::epsilon()); }
  void distances_of(std::span<const Index> points, const PointBlock<double>& rows, const Means& means,
                    Matrix& D2) const override;

 protected:
  void block(const Prototypes& P, Range points, Range columns, Matrix& D2) const override;

 private:
  const T* row(Index i) const { return features_.row(i); }
  Index rank() const { return features_.columns; }
  MatrixOf<T> gather(std::span<const Index> points) const;
  // |z_i|^2 + |z_h|^2 - 2 z_i.z_h
  double pair_distance(Index i, Index h, T product) const {
    return i == h ? 0 : std::max(0.0, self()[i] + self()[h] - 2 * static_cast<double>(product));
  }

  DenseView<T> features_;
};

}  // namespace mercer
