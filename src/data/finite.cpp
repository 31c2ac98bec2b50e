#include "data/finite.hpp"

#include <fmt/format.h>

#include <cmath>

#include "mercer/error.hpp"

namespace mercer {
namespace {

[[noreturn]] void not_finite(double value, Index row, Index column) {
  throw Error(Fault::data, fmt::format("value {} in row {}, column {} is not finite; remove or impute it",
                                       value, row + 1, column + 1));
}

}  // namespace

void check_finite(const Data& data) {
  data.visit([]<class V>(const V& v) {
    if constexpr (std::is_same_v<V, SparseMatrix>) {
      for (Index i = 0; i < v.rows(); ++i)
        for (SparseMatrix::InnerIterator it(v, i); it; ++it)
          if (!std::isfinite(it.value())) not_finite(it.value(), i, it.col());
    } else {
      for (Index i = 0; i < v.rows; ++i)
        for (Index j = 0; j < v.columns; ++j)
          if (!std::isfinite(v.row(i)[j])) not_finite(static_cast<double>(v.row(i)[j]), i, j);
    }
  });
}

}  // namespace mercer
