#include "neighbors/unit_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "data/magnitude.hpp"
#include "mercer/error.hpp"

namespace mercer {
namespace {

double length(double norm, Index row) {
  if (norm > 0) return norm;
  throw Error(Fault::data, fmt::format("point {} is zero: it has no direction, and so no cosine; "
                                       "leave it out",
                                       row + 1));
}

void to_unit(std::span<double> row, Index number) {
  double largest = 0, sum = 0;
  for (const double x : row) largest = std::max(largest, std::abs(x));
  const double scale = square_scale(largest);
  for (double& x : row) {
    x *= scale;
    sum += x * x;
  }
  const double norm = length(std::sqrt(sum), number);
  for (double& x : row) x /= norm;
}

}  // namespace

// A row has the same bits whether it is dense or sparse: its squares are summed in the order of the columns,
// where zeros add nothing, and a power of two keeps them in range.
Data unit_rows(const Data& data) {
  return data.visit([]<class V>(const V& v) -> Data {
    if constexpr (std::is_same_v<V, SparseMatrix>) {
      SparseMatrix out = v;
      out.makeCompressed();
      for (Index i = 0; i < out.rows(); ++i) {
        const Index begin = out.outerIndexPtr()[i], end = out.outerIndexPtr()[i + 1];
        to_unit({out.valuePtr() + begin, static_cast<std::size_t>(end - begin)}, i);
      }
      return out;
    } else {
      Matrix out(v.rows, v.columns);
      for (Index i = 0; i < v.rows; ++i) {
        for (Index j = 0; j < v.columns; ++j) out(i, j) = static_cast<double>(v.row(i)[j]);
        to_unit({out.row(i).data(), static_cast<std::size_t>(v.columns)}, i);
      }
      return out;
    }
  });
}

void check_directions(const Data& data) {
  data.visit([]<class V>(const V& v) {
    if constexpr (std::is_same_v<V, SparseMatrix>) {
      for (Index i = 0; i < v.rows(); ++i) length(v.row(i).norm(), i);
    } else {
      for (Index i = 0; i < v.rows; ++i)
        length(std::any_of(v.row(i), v.row(i) + v.columns, [](auto x) { return x != 0; }) ? 1 : 0, i);
    }
  });
}

}  // namespace mercer
