#include "beyond/auto/valleys.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

namespace mercer::automatic {
namespace {

constexpr Index ridge_steps = 16;

std::vector<Eigen::MatrixXd> precisions_of(const Gaussians& g) {
  const Index d = g.dimensions();
  std::vector<Eigen::MatrixXd> out;
  for (Index k = 0; k < g.count(); ++k)
    out.emplace_back(
        Eigen::MatrixXd(g.covariances.middleRows(k * d, d)).llt().solve(Eigen::MatrixXd::Identity(d, d)));
  return out;
}

}  // namespace

double shallowest_valley(const Gaussians& g) {
  const std::vector<Eigen::MatrixXd> precisions = precisions_of(g);
  double shallowest = g.count() > 1 ? 0 : 1;
  for (Index a = 0; a < g.count(); ++a)
    for (Index b = a + 1; b < g.count(); ++b) {
      const auto &P = precisions[static_cast<std::size_t>(a)], &Q = precisions[static_cast<std::size_t>(b)];
      const Eigen::VectorXd from = P * g.means.row(a).transpose(), to = Q * g.means.row(b).transpose();
      Matrix ridge(ridge_steps + 1, g.dimensions());
      for (Index s = 0; s <= ridge_steps; ++s) {
        const double t = static_cast<double>(s) / static_cast<double>(ridge_steps);
        ridge.row(s) = ((1 - t) * P + t * Q).llt().solve((1 - t) * from + t * to).transpose();
      }
      const Vector height = log_density(log_joint(g, ridge));
      const double lower = std::min(height[0], height[ridge_steps]);
      shallowest = std::max(shallowest, std::exp(std::min(0.0, height.minCoeff() - lower)));
    }
  return shallowest;
}

}  // namespace mercer::automatic
