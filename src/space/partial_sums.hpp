// Sums over many rows in parallel: the rows are cut into parts whose number is fixed, and the sums of the
// parts are added in order, so that the bits don't depend on the threads.
#pragma once

#include <vector>

#include "core/parallel.hpp"

namespace mercer {

// sum += what f(begin, end, part) adds to a zero matrix `part`, over all of 0 .. count-1; parts have at least
// `least` rows.
template <class F>
void add_in_parts(Index count, Index least, Matrix& sum, F&& f) {
  constexpr Index most_parts = 64;
  const Index step = std::max(least, (count + most_parts - 1) / most_parts);
  std::vector<Matrix> parts(static_cast<std::size_t>((count + step - 1) / step));
  parallel_rows(count, step, [&](Index begin, Index end) {
    Matrix& part = parts[static_cast<std::size_t>(begin / step)];
    part = Matrix::Zero(sum.rows(), sum.cols());
    f(begin, end, part);
  });
  for (const Matrix& part : parts) sum += part;
}

// Sums and extremes of blocks of points, a row for each block, brought together in order.
class BlockSums {
 public:
  BlockSums(Index n, Index columns)
      : rows_(Matrix::Zero((n + points_together - 1) / points_together, columns)) {}
  auto at(Index begin) { return rows_.row(begin / points_together); }
  Vector sum() const { return rows_.colwise().sum().transpose(); }
  Vector largest() const { return rows_.colwise().maxCoeff().transpose(); }

 private:
  Matrix rows_;
};

}  // namespace mercer
