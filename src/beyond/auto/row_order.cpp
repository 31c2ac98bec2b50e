#include "beyond/auto/row_order.hpp"

#include <algorithm>
#include <compare>
#include <numeric>

namespace mercer::automatic {
namespace {

int compare_dense(const Matrix& X, Index a, Index b) {
  for (Index j = 0; j < X.cols(); ++j)
    if (X(a, j) != X(b, j)) return X(a, j) < X(b, j) ? -1 : 1;
  return 0;
}

// By the columns that are there, then by their values.
int compare_sparse(const SparseMatrix& X, Index a, Index b) {
  SparseMatrix::InnerIterator x(X, a), y(X, b);
  for (; x && y; ++x, ++y) {
    if (x.col() != y.col()) return x.col() < y.col() ? -1 : 1;
    if (x.value() != y.value()) return x.value() < y.value() ? -1 : 1;
  }
  return x ? 1 : y ? -1 : 0;
}

// f(compare), where compare(a, b) is below, at or above 0.
template <class F>
auto with_comparison(const Data& points, F&& f) {
  if (points.is_sparse()) {
    const SparseMatrix& X = points.sparse();
    return f([&X](Index a, Index b) { return compare_sparse(X, a, b); });
  }
  const Matrix X = points.dense();
  return f([&X](Index a, Index b) { return compare_dense(X, a, b); });
}

}  // namespace

std::vector<Index> row_order(const Data& points) {
  std::vector<Index> order(static_cast<std::size_t>(points.size()));
  std::iota(order.begin(), order.end(), Index{0});
  return with_comparison(points, [&](const auto& compare) {
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return compare(a, b) < 0; });
    return order;
  });
}

Index distinct_rows(const Data& ordered) {
  return with_comparison(ordered, [&](const auto& compare) {
    Index count = ordered.size() > 0 ? 1 : 0;
    for (Index i = 1; i < ordered.size(); ++i) count += compare(i - 1, i) != 0;
    return count;
  });
}

}  // namespace mercer::automatic
