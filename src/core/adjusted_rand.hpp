// How far two labellings agree, beyond chance.
#pragma once

#include "mercer/types.hpp"

namespace mercer {

// n (n - 1) / 2 for each count, summed.
inline double pairs_within(const Eigen::ArrayXXd& counts) { return (counts * (counts - 1)).sum() / 2; }

// Adjusted Rand index from the table of counts, classes x clusters:
//   (index - expected) / (mean of the marginals - expected)
// No pair that disagrees is a perfect match, which also covers the degenerate 0 / 0.
inline double adjusted_rand(const Matrix& table) {
  const double together = pairs_within(table.array());
  const double in_classes = pairs_within(table.rowwise().sum().array());
  const double in_clusters = pairs_within(table.colwise().sum().array());
  if (together == in_classes && together == in_clusters) return 1;
  const double n = table.sum();
  const double expected = in_classes * (in_clusters / (n * (n - 1) / 2));
  return (together - expected) / ((in_classes + in_clusters) / 2 - expected);
}

}  // namespace mercer
