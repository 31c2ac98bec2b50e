#include <algorithm>
#include <limits>
#include <numeric>

#include "mercer/order.hpp"

namespace mercer {

std::vector<Index> label_order(const Labels& labels) {
  std::vector<Index> order(labels.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return labels[static_cast<std::size_t>(a)] < labels[static_cast<std::size_t>(b)];
  });
  return order;
}

// Prim's order, as for a least spanning tree.
std::vector<Index> vat_order(const Matrix& K) {
  const Index n = K.rows();
  if (n == 0) return {};
  const auto distance2 = [&](Index i, Index j) { return K(i, i) - 2 * K(i, j) + K(j, j); };
  Index next = 0;
  double farthest = -std::numeric_limits<double>::infinity();
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j)
      if (distance2(i, j) > farthest) {
        farthest = distance2(i, j);
        next = j;
      }
  std::vector<Index> order;
  Vector near = Vector::Constant(n, std::numeric_limits<double>::infinity());
  std::vector<bool> taken(static_cast<std::size_t>(n));
  while (true) {
    order.push_back(next);
    taken[static_cast<std::size_t>(next)] = true;
    if (static_cast<Index>(order.size()) == n) return order;
    const Index last = next;
    next = -1;
    for (Index i = 0; i < n; ++i) {
      if (taken[static_cast<std::size_t>(i)]) continue;
      near[i] = std::min(near[i], distance2(i, last));
      if (next < 0 || near[i] < near[next]) next = i;
    }
  }
}

Matrix reordered(const Matrix& K, const std::vector<Index>& order) { return K(order, order); }

}  // namespace mercer
