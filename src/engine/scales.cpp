#include "engine/scales.hpp"

#include <algorithm>
#include <numbers>
#include <numeric>

namespace mercer {
namespace {

// The least value at which half of the weight is reached.
double weighted_median(const Vector& values, const Vector& weights) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return values[a] < values[b] || (values[a] == values[b] && a < b); });
  double left = weights.sum() / 2;
  for (const Index i : order)
    if ((left -= weights[i]) <= 0) return values[i];
  return values[order.back()];
}

}  // namespace

std::vector<double> scales_of(const Space& space, const Matrix& W, Prototypes before, Scale rule,
                              double variance, Control* control) {
  space.place(W, before, control);
  const Matrix D2 = all_distances(space, before).cwiseMax(0.0);
  std::vector<double> scales;
  for (Index j = 0; j < W.cols(); ++j) {
    const double own = rule == Scale::median ? weighted_median(D2.col(j), W.col(j)) / std::numbers::ln2
                                             : W.col(j).dot(D2.col(j)) / W.col(j).sum();
    scales.push_back(std::max({own, 1e-12 * variance, 1e-300}));
  }
  return scales;
}

}  // namespace mercer
