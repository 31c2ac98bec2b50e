#include "data/magnitude.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/parallel.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

double largest_in(const SparseMatrix& X, Index begin, Index end) {
  double most = 0;
  for (Index i = begin; i < end; ++i)
    for (SparseMatrix::InnerIterator it(X, i); it; ++it) most = std::max(most, std::abs(it.value()));
  return most;
}
template <class T>
double largest_in(const DenseView<T>& X, Index begin, Index end) {
  T most = 0;
  for (Index i = begin; i < end; ++i)
    for (Index j = 0; j < X.columns; ++j) most = std::max(most, std::abs(X.row(i)[j]));
  return static_cast<double>(most);
}

}  // namespace

double largest_value(const Data& data) {
  std::vector<double> most(static_cast<std::size_t>((data.size() + points_together - 1) / points_together));
  parallel_points(data.size(), data.dimensions(), [&](Index begin, Index end) {
    most[static_cast<std::size_t>(begin / points_together)] =
        data.visit([&](const auto& X) { return largest_in(X, begin, end); });
  });
  return most.empty() ? 0 : *std::max_element(most.begin(), most.end());
}

void require_range(double largest) {
  if (largest < 0x1p1000) return;
  throw Error(Fault::data, fmt::format("a value of size {:g} is too large to compute differences; divide the "
                                       "data by a constant, or standardize them",
                                       largest));
}

bool squares_are_ordinary(double largest) {
  return largest == 0 || (largest > 0x1p-400 && largest < 0x1p450);
}

double square_scale(double largest) {
  if (squares_are_ordinary(largest) || !std::isfinite(largest)) return 1;
  // No power that is itself out of range.
  return std::ldexp(1.0, std::clamp(-std::ilogb(largest) - 1, -1020, 1020));
}

void mend_lengths(const Data& points, const Matrix& vectors, const Matrix& D2, Matrix& D) {
  for (Index i = 0; i < D.rows(); ++i) {
    if (D2.row(i).allFinite()) continue;
    const std::array<Index, 1> row = {i};
    const Matrix x = points.take(row).dense();
    for (Index j = 0; j < D.cols(); ++j)
      if (!std::isfinite(D2(i, j))) D(i, j) = (x - vectors.row(j)).stableNorm();
  }
}

}  // namespace mercer
