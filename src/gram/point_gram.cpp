#include "gram/point_gram.hpp"

#include <algorithm>

#include "core/parallel.hpp"
#include "neighbors/local_widths.hpp"

namespace mercer {

template <class T>
struct PointGram<T>::PackedTile : BlockGram<T>::Scratch {
  Index begin = -1;
  PointBlock<T> down, across;
};

template <class T>
Vector PointGram<T>::diagonal() const {
  Vector out(size());
  parallel_points(size(), tiles_->data().dimensions(), [&](Index begin, Index end) {
    PointBlock<T> block;
    tiles_->pack(begin, end, block);
    for (Index i = begin; i < end; ++i) out[i] = tiles_->self(block, i - begin);
  });
  return out;
}

template <class T>
auto PointGram<T>::make_scratch() const -> std::unique_ptr<Scratch> {
  return std::make_unique<PackedTile>();
}

// k(x, x) is exact: from expanded distances it would carry their rounding, and under a square root much more.
template <class T>
void PointGram<T>::tile(std::span<const Index> rows, Range columns, Scratch& scratch) const {
  auto& mine = static_cast<PackedTile&>(scratch);
  if (mine.begin != columns.begin) {
    tiles_->pack(columns.begin, columns.end, mine.across);
    index_features(mine.across);
    mine.begin = columns.begin;
  }
  tiles_->pack(rows, mine.down);
  const Index stride = columns.size();
  mine.values.resize(rows.size() * static_cast<std::size_t>(stride));
  tiles_->evaluate(mine.down, mine.across, mine.values.data(), stride);
  mine.rows.resize(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    T* row = mine.values.data() + static_cast<Index>(r) * stride;
    if (rows[r] >= columns.begin && rows[r] < columns.end)
      row[rows[r] - columns.begin] = static_cast<T>(tiles_->self(mine.across, rows[r] - columns.begin));
    mine.rows[r] = row;
  }
}

template <class T>
void PointGram<T>::entries(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const {
  PointBlock<T> across;
  tiles_->pack(points, across);
  index_features(across);
  parallel_rows(B.rows(), BlockGram<T>::tile_rows, [&](Index begin, Index end) {
    PointBlock<T> down;
    tiles_->pack(rows.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)), down);
    MatrixOf<T> tile(end - begin, B.cols());
    tiles_->evaluate(down, across, tile.data(), B.cols());
    B.middleRows(begin, end - begin) = tile.template cast<double>();
    for (Index r = begin; r < end; ++r)
      for (Index c = 0; c < B.cols(); ++c)
        if (rows[static_cast<std::size_t>(r)] == points[static_cast<std::size_t>(c)])
          B(r, c) = tiles_->self(across, c);
  });
}

// KW(z, :) = sum_h k(z, x_h) W(h, :)
template <class T>
void PointGram<T>::cross(const Data& Z, const Matrix& W, Matrix& KW, Vector& self) const {
  constexpr Index rows = BlockGram<T>::tile_rows, width = 512;
  const Vector widths = local_widths(tiles_->kernel(), Z, tiles_->data());
  KW = Matrix::Zero(Z.size(), W.cols());
  self.resize(Z.size());
  const auto fill = [&](Index begin, Index end) {
    PointBlock<T> fresh, known;
    tiles_->pack_new(Z, widths, begin, end, fresh);
    MatrixOf<T> tile(end - begin, width);
    for (Index from = 0; from < size(); from += width) {
      const Index count = std::min(width, size() - from);
      tiles_->pack(from, from + count, known);
      index_features(known);
      tiles_->evaluate(fresh, known, tile.data(), width);
      KW.middleRows(begin, end - begin).noalias() +=
          tile.leftCols(count).template cast<double>() * W.middleRows(from, count);
    }
    for (Index i = begin; i < end; ++i) self[i] = tiles_->self(fresh, i - begin);
  };
  divided_rows(Z.size(), rows, fill, KW, self);
}

template class PointGram<float>;
template class PointGram<double>;

}  // namespace mercer
