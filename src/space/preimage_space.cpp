#include "space/preimage_space.hpp"

#include <cmath>

namespace mercer {

void gaussian_distances(double gamma, Matrix& D2) {
  D2 = D2.unaryExpr([gamma](double d2) { return -2 * std::expm1(-gamma * d2); });
}

// The first placement has no earlier prototypes and takes the plain means.
void PreimageSpace::place(const Matrix& W, Prototypes& P, Control* control) const {
  if (P.count() != W.cols() || !(P.mass.array() > 0).any()) return VectorSpace::place(W, P, control);
  Matrix weights = W;
  scan(P, {0, P.count()}, [&](Range points, Block& D2) {
    weights.middleRows(points.begin, points.size()).array() *= 1 - 0.5 * D2.array().min(2.0);  // W K(x, v)
  });
  VectorSpace::place(weights, P, control);
}

void PreimageSpace::block(const Prototypes& P, Range points, Range columns, Matrix& D2) const {
  VectorSpace::block(P, points, columns, D2);
  gaussian_distances(gamma_, D2);
}
Matrix PreimageSpace::apart(const Matrix& W, const Prototypes& P) const {
  Matrix D2 = VectorSpace::apart(W, P);
  gaussian_distances(gamma_, D2);
  return D2;
}
void PreimageSpace::to_points(std::span<const Index> points, Matrix& D2, Control* control) const {
  VectorSpace::to_points(points, D2, control);
  gaussian_distances(gamma_, D2);
}
void PreimageSpace::between(std::span<const Index> rows, std::span<const Index> points, Matrix& D2) const {
  VectorSpace::between(rows, points, D2);
  gaussian_distances(gamma_, D2);
}

}  // namespace mercer
