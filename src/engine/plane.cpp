#include "engine/plane.hpp"

#include "engine/sample.hpp"

namespace mercer {
namespace {

// -2 .. 2 in equal steps; a side of one node stands in the middle.
double place_on_axis(int at, int nodes) { return nodes > 1 ? 4.0 * at / (nodes - 1) - 2 : 0; }

}  // namespace

// An axis is sum_h sqrt(p_h) u_h (phi_h - mean) / sqrt(lambda), and one deviation along it sqrt(lambda), so a
// prototype c deviations from the mean is sum_h (p_h + c (sqrt(p_h) u_h - p_h sum_g sqrt(p_g) u_g)) phi_h.
Matrix plane_weights(const Space& space, const Vector& weights, GridSize grid) {
  const SampledKernel sample(space, weights);
  const Vector& p = sample.shares();
  const Eigenpairs axes = sample.largest_pairs(2);
  Matrix steps = Matrix::Zero(p.size(), 2);
  for (Index a = 0; a < axes.vectors.cols(); ++a) {
    const Vector along = p.cwiseSqrt().cwiseProduct(axes.vectors.col(a));
    steps.col(a) = along - along.sum() * p;
  }
  const bool tall = grid.rows > grid.columns;
  Matrix W = Matrix::Zero(space.size(), Index{grid.rows} * grid.columns);
  for (int r = 0; r < grid.rows; ++r)
    for (int c = 0; c < grid.columns; ++c) {
      const double down = place_on_axis(r, grid.rows), across = place_on_axis(c, grid.columns);
      const Vector own = p + (tall ? down : across) * steps.col(0) + (tall ? across : down) * steps.col(1);
      for (std::size_t h = 0; h < sample.rows().size(); ++h) {
        const Index point = sample.rows()[h];
        W(point, Index{r} * grid.columns + c) = own[static_cast<Index>(h)] / weights[point];
      }
    }
  return W;
}

}  // namespace mercer
