#include "neighbors/local_widths.hpp"

#include <algorithm>

#include "mercer/neighbors.hpp"

namespace mercer {
namespace {

// Points with many duplicates get a tiny width instead of none.
Vector positive(const Vector& widths) { return widths.cwiseMax(std::max(1e-12 * widths.maxCoeff(), 1e-300)); }

const Gaussian* local(const Kernel& kernel) {
  const auto* g = std::get_if<Gaussian>(&kernel);
  return g && g->local ? g : nullptr;
}

}  // namespace

Vector local_widths(const Kernel& kernel, const Data& training) {
  const Gaussian* g = local(kernel);
  if (!g) return {};
  if (training.size() < 2) return Vector::Ones(training.size());
  const Index m = std::min<Index>(g->neighbors, training.size() - 1);
  return positive(nearest_neighbors(training, m).distances.col(m - 1));
}

Vector local_widths(const Kernel& kernel, const Data& points, const Data& training) {
  const Gaussian* g = local(kernel);
  if (!g) return {};
  if (training.size() < 2 || points.size() == 0) return Vector::Ones(points.size());
  const Index m = std::min<Index>(g->neighbors, training.size() - 1);
  const Matrix distances = nearest_neighbors(points, training, m + 1).distances;
  Vector widths(points.size());
  for (Index i = 0; i < points.size(); ++i) {
    const bool itself = distances(i, 0) == 0;
    widths[i] = distances(i, itself ? m : std::min<Index>(g->neighbors, training.size()) - 1);
  }
  return positive(widths);
}

}  // namespace mercer
