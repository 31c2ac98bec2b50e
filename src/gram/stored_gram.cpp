#include "gram/stored_gram.hpp"

#include <algorithm>

#include "mercer/error.hpp"

namespace mercer {

template <class T>
StoredGram<T>::StoredGram(std::shared_ptr<const BlockGram<T>> source, Control* control)
    : source_(std::move(source)), values_(source_->size()), diagonal_(source_->diagonal()) {
  source_->store([&](Index i, Index j) { return values_.tile(i, j); }, control);
}

template <class T>
StoredGram<T>::StoredGram(Packed<T> values) : values_(std::move(values)), diagonal_(values_.size()) {
  for (Index i = 0; i < size(); ++i) diagonal_[i] = static_cast<double>(values_.at(i, i));
}

template <class T>
void StoredGram<T>::cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const {
  if (!source_)
    throw Error(Fault::failure,
                "only a kernel matrix was given, so there are no points to compare new ones with");
  source_->cross(Z, W, KW, self);
}

// Rows of a kept tile are read in place. Rows of its mirror are columns: they are copied, a few lines of the
// tile at a time.
template <class T>
void StoredGram<T>::tile(std::span<const Index> rows, Range columns, Scratch& scratch) const {
  constexpr Index lines = 16;
  const Index width = values_.width(), j = columns.begin / width;
  scratch.values.resize(rows.size() * static_cast<std::size_t>(columns.size()));
  scratch.rows.resize(rows.size());
  std::size_t mirrored = 0;  // the rows that lie below, in order
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Index i = rows[r] / width;
    if (i <= j)
      scratch.rows[r] = values_.tile(i, j) + rows[r] % width * columns.size();
    else
      scratch.rows[r] = scratch.values.data() + static_cast<Index>(mirrored++) * columns.size();
  }
  if (mirrored == 0) return;
  for (Index from = 0; from < columns.size(); from += lines) {
    const Index to = std::min(from + lines, columns.size());
    T* out = scratch.values.data();
    for (const Index row : rows) {
      const Index i = row / width;
      if (i <= j) continue;
      const Index stride = values_.range(i).size();
      const T* column = values_.tile(j, i) + row % width;
      for (Index c = from; c < to; ++c) out[c] = column[c * stride];
      out += columns.size();
    }
  }
}

// Not all ranks have all tiles, and all must get the same bits: the ranks that have a tile compute.
template <class T>
void StoredGram<T>::entries(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const {
  if (source_) return source_->block(rows, points, B);
  for (Index r = 0; r < B.rows(); ++r)
    for (Index c = 0; c < B.cols(); ++c)
      B(r, c) = static_cast<double>(
          values_.at(rows[static_cast<std::size_t>(r)], points[static_cast<std::size_t>(c)]));
}

template class StoredGram<float>;
template class StoredGram<double>;

}  // namespace mercer
