// The entries of a row, whatever holds it: every value of a dense row, the stored ones of a sparse row.
#pragma once

#include "mercer/data.hpp"

namespace mercer {

template <class T, class F>
void each_entry(const DenseView<T>& x, Index i, F&& f) {
  const T* row = x.row(i);
  for (Index c = 0; c < x.columns; ++c) f(c, static_cast<double>(row[c]));
}
template <class F>
void each_entry(const SparseMatrix& x, Index i, F&& f) {
  for (SparseMatrix::InnerIterator it(x, i); it; ++it) f(it.index(), it.value());
}

}  // namespace mercer
