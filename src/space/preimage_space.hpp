// Prototypes that are points v_j of the input space, with distances in the feature space of a Gaussian
// kernel:
//
//   |phi(x) - phi(v)|^2 = 2 (1 - K(x, v)),   v_j = sum_h W(h,j) K(x_h, v_j) x_h / sum_h W(h,j) K(x_h, v_j)
//
// (the survey's kernel fuzzy c-means update, with K at the earlier v_j).
#pragma once

#include "space/vector_space.hpp"

namespace mercer {

class PreimageSpace final : public VectorSpace {
 public:
  PreimageSpace(const Data& data, double gamma) : VectorSpace(data), gamma_(gamma) {}

  bool remembers() const override { return true; }
  void place(const Matrix& W, Prototypes& P, Control* control = nullptr) const override;
  Matrix apart(const Matrix& W, const Prototypes& P) const override;
  void to_points(std::span<const Index> points, Matrix& D2, Control* control = nullptr) const override;
  void between(std::span<const Index> rows, std::span<const Index> points, Matrix& D2) const override;
  Matrix vectors(std::span<const Index>) const override { return {}; }  // not those of its feature space

 protected:
  void block(const Prototypes& P, Range points, Range columns, Matrix& D2) const override;

 private:
  double gamma_;
};

// 2 (1 - exp(-gamma d2)), value by value
void gaussian_distances(double gamma, Matrix& D2);

}  // namespace mercer
