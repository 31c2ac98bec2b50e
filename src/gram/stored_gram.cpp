#include "gram/stored_gram.hpp"

#include <algorithm>

namespace mercer {
namespace {

// Values before row i of the triangle of `blocks` blocks a side, all `width` wide but the last: row h holds
// width x (n - h width) of them.
Index values_before(Index i, Index n, Index width) { return width * (i * n - width * (i * (i - 1) / 2)); }

Index values_of(Index n, Index width) {
  const Index whole = n / width, rest = n % width;
  return values_before(whole, n, width) + rest * rest;
}

}  // namespace

template <class T>
std::uint64_t StoredGram<T>::bytes(Index n) {
  return sizeof(T) * static_cast<std::uint64_t>(values_of(n, BlockGram<T>::block_width(n)));
}

template <class T>
StoredGram<T>::StoredGram(std::shared_ptr<const BlockGram<T>> source)
    : source_(std::move(source)),
      width_(BlockGram<T>::block_width(size())),
      values_(values_of(size(), width_)),
      diagonal_(source_->diagonal()) {
  source_->store([&](Index i, Index j) { return values_.data() + offset(i, j); });
}

template <class T>
Index StoredGram<T>::offset(Index i, Index j) const {
  const Index rows = this->block_range(i).size();
  return values_before(i, size(), width_) + rows * (j - i) * width_;
}

template <class T>
T StoredGram<T>::at(Index i, Index j) const {
  if (i / width_ > j / width_) std::swap(i, j);
  const Range block = this->block_range(j / width_);
  return values_.data()[offset(i / width_, j / width_) + i % width_ * block.size() + j - block.begin];
}

// Rows of a kept tile are read in place. Rows of its mirror are columns: they are copied, a few lines of the
// tile at a time.
template <class T>
void StoredGram<T>::tile(std::span<const Index> rows, Range columns, Scratch& scratch) const {
  constexpr Index lines = 16;
  const Index j = columns.begin / width_;
  scratch.values.resize(rows.size() * static_cast<std::size_t>(columns.size()));
  scratch.rows.resize(rows.size());
  std::size_t mirrored = 0;  // the rows that lie below, in order
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Index i = rows[r] / width_;
    if (i <= j)
      scratch.rows[r] = values_.data() + offset(i, j) + rows[r] % width_ * columns.size();
    else
      scratch.rows[r] = scratch.values.data() + static_cast<Index>(mirrored++) * columns.size();
  }
  if (mirrored == 0) return;
  for (Index from = 0; from < columns.size(); from += lines) {
    const Index to = std::min(from + lines, columns.size());
    T* out = scratch.values.data();
    for (const Index row : rows) {
      const Index i = row / width_;
      if (i <= j) continue;
      const Index stride = this->block_range(i).size();
      const T* column = values_.data() + offset(j, i) + row % width_;
      for (Index c = from; c < to; ++c) out[c] = column[c * stride];
      out += columns.size();
    }
  }
}

template <class T>
void StoredGram<T>::entries(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const {
  for (Index r = 0; r < B.rows(); ++r)
    for (Index c = 0; c < B.cols(); ++c)
      B(r, c) =
          static_cast<double>(at(rows[static_cast<std::size_t>(r)], points[static_cast<std::size_t>(c)]));
}

template class StoredGram<float>;
template class StoredGram<double>;

}  // namespace mercer
