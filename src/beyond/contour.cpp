// The sphere of support vector clustering as a function on the input space, with the bounds that make
// statements about whole segments and balls certain.
#include <algorithm>
#include <cmath>
#include <limits>

#include "beyond/contours.hpp"
#include "core/vector_math.hpp"

namespace mercer {

Contour::Contour(const Matrix& points, const Vector& beta, double gamma, double norm, double radius2)
    : gamma_(gamma), norm_(norm), level_(0.5 * (1 + norm - radius2 - slack)) {
  std::vector<Index> rows;
  for (Index i = 0; i < beta.size(); ++i)
    if (beta[i] > 0) rows.push_back(i);
  support_ = points(rows, Eigen::all);
  beta_ = beta(rows);
}

double Contour::support(const Point& z) const {
  thread_local Vector distances, values;
  distances.setZero(support_.rows());
  for (Index c = 0; c < support_.cols(); ++c) distances.array() += (support_.col(c).array() - z[c]).square();
  values.setZero(support_.rows());
  gaussian_row(gamma_, values.data(), values.size(), 0, distances.data());
  return beta_.dot(values);
}

// Along a line, the second derivative of exp(-gamma t^2) is at most B = 4 gamma exp(-3/2). Between two places
// at distance w, f is therefore at least the lower of its two values minus B w^2 / 8. A piece that this does
// not prove is halved, until f is outside in its middle or the pieces are short enough. What too many pieces
// don't prove (a width near 0) is not joined.
bool Contour::joined(const Point& x, const Point& y, Control* control) const {
  constexpr std::size_t most_pieces = 1 << 15;
  struct Piece {
    double from, to, left, right;  // f at its two ends
  };
  const double weight = beta_.sum();
  const double length = (y - x).norm(), bend = 4 * std::exp(-1.5) * gamma_ * weight;
  const double enough = level_ - tolerance * std::max(1.0, weight);
  // Two places nearer than that have the same coordinates.
  const double resolution =
      std::numeric_limits<double>::epsilon() * std::max(x.cwiseAbs().maxCoeff(), y.cwiseAbs().maxCoeff());
  std::vector<Piece> open = {{0, 1, support(x), support(y)}};
  if (!(open[0].left >= level_ && open[0].right >= level_)) return false;
  // In the order in which they were made, so that the whole segment is looked at before its details.
  for (std::size_t next = 0; next < open.size(); ++next) {
    const Piece piece = open[next];
    const double width = (piece.to - piece.from) * length, least = std::min(piece.left, piece.right);
    if (least - bend * width * width / 8 >= enough || width <= resolution) continue;
    if (open.size() >= most_pieces || (control && control->stop.load(std::memory_order_relaxed)))
      return false;
    const double middle = 0.5 * (piece.from + piece.to), value = support((1 - middle) * x + middle * y);
    if (!(value >= level_)) return false;
    open.push_back({piece.from, middle, piece.left, value});
    open.push_back({middle, piece.to, value, piece.right});
  }
  return true;
}

// No support vector is nearer to a point of the ball than its distance to z minus the radius.
bool Contour::ball_outside(const Point& z, double radius) const {
  double sum = 0;
  for (Index s = 0; s < support_.rows(); ++s) {
    const double gap = std::max(0.0, (support_.row(s) - z).norm() - radius);
    sum += beta_[s] * std::exp(-gamma_ * gap * gap);
    if (sum >= level_ - 2 * tolerance) return false;
  }
  return sum < level_ - 2 * tolerance;
}

}  // namespace mercer
