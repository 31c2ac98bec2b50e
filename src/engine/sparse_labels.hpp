// Weights that are labels, as few entries: a prototype of labels is a sum of its points, not a dense product.
#pragma once

#include <optional>

#include "gram/gram.hpp"

namespace mercer {

// The rows of W (n x starts * clusters) times the points' weights, if no point has more than one entry for
// each start on average; else none.
inline std::optional<SparseRows> sparse_labels(const Matrix& W, const Vector& weights, Index clusters) {
  const auto most = static_cast<std::size_t>(W.rows() * (W.cols() / clusters));
  if (clusters == 1 || most == 0) return {};
  SparseRows rows;
  for (Index i = 0; i < W.rows(); ++i) {
    rows.add_row(i);
    for (Index j = 0; j < W.cols(); ++j)
      if (W(i, j) != 0) rows.add(j, weights[i] * W(i, j));
    if (rows.values.size() > most) return {};
  }
  return rows;
}

}  // namespace mercer
