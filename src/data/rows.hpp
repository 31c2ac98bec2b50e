// A row as a key: equal rows have equal bytes, whatever the precision they are kept in.
#pragma once

#include <string>

#include "mercer/types.hpp"

namespace mercer {

template <class T>
std::string row_bytes(const DenseView<T>& v, Index i) {
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(v.columns) * sizeof(double));
  for (Index j = 0; j < v.columns; ++j) {
    const double value = static_cast<double>(v.row(i)[j]) + 0.0;  // -0 becomes 0
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  return bytes;
}
// Of a sparse row its columns and values.
inline std::string row_bytes(const SparseMatrix& v, Index i) {
  std::string bytes;
  for (SparseMatrix::InnerIterator it(v, i); it; ++it) {
    if (it.value() == 0) continue;
    const Index column = it.col();
    const double value = it.value();
    bytes.append(reinterpret_cast<const char*>(&column), sizeof(column));
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  return bytes;
}

}  // namespace mercer
