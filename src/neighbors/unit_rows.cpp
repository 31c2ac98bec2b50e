#include "neighbors/unit_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mercer/error.hpp"

namespace mercer {
namespace {

double length(double norm, Index row) {
  if (norm > 0) return norm;
  throw Error(Fault::data, fmt::format("point {} is zero: it has no direction, and so no cosine; "
                                       "leave it out",
                                       row + 1));
}

}  // namespace

Data unit_rows(const Data& data) {
  return data.visit([]<class V>(const V& v) -> Data {
    if constexpr (std::is_same_v<V, SparseMatrix>) {
      SparseMatrix out = v;
      for (Index i = 0; i < out.rows(); ++i) out.row(i) /= length(out.row(i).norm(), i);
      return out;
    } else {
      Matrix out(v.rows, v.columns);
      for (Index i = 0; i < v.rows; ++i) {
        for (Index j = 0; j < v.columns; ++j) out(i, j) = static_cast<double>(v.row(i)[j]);
        out.row(i) /= length(out.row(i).stableNorm(), i);
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
