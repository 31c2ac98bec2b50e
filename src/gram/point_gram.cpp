#include "gram/point_gram.hpp"

#include <algorithm>

#include "core/parallel.hpp"
#include "neighbors/local_widths.hpp"

namespace mercer {
namespace {

template <class T>
struct PackedRows : BlockGram<T>::Rows {
  std::vector<PointBlock<T>> pieces;  // of tile_rows points each
};
template <class T>
struct PackedTile : BlockGram<T>::Scratch {
  Index begin = -1;
  PointBlock<T> points;
};

}  // namespace

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
auto PointGram<T>::prepare(std::span<const Index> rows) const -> std::unique_ptr<Rows> {
  auto packed = std::make_unique<PackedRows<T>>();
  packed->indices = rows;
  constexpr auto piece = static_cast<std::size_t>(BlockGram<T>::tile_rows);
  packed->pieces.resize((rows.size() + piece - 1) / piece);
  parallel_blocks(static_cast<Index>(packed->pieces.size()), [&](Index p) {
    const std::size_t from = static_cast<std::size_t>(p) * piece;
    tiles_->pack(rows.subspan(from, std::min(piece, rows.size() - from)),
                 packed->pieces[static_cast<std::size_t>(p)]);
  });
  return packed;
}

template <class T>
auto PointGram<T>::scratch() const -> std::unique_ptr<Scratch> {
  return std::make_unique<PackedTile<T>>();
}

// k(x, x) is exact: from expanded distances it would carry their rounding, and under a square root much more.
template <class T>
void PointGram<T>::tile(const Rows& rows, Index first, Index count, Index begin, Index end, Scratch& scratch,
                        std::vector<const T*>& pointers) const {
  auto& mine = static_cast<PackedTile<T>&>(scratch);
  if (mine.begin != begin) {
    tiles_->pack(begin, end, mine.points);
    mine.values.resize(static_cast<std::size_t>(BlockGram<T>::tile_rows * BlockGram<T>::tile_width));
    mine.begin = begin;
  }
  const auto& packed = static_cast<const PackedRows<T>&>(rows);
  const Index stride = BlockGram<T>::tile_width;
  tiles_->evaluate(packed.pieces[static_cast<std::size_t>(first / BlockGram<T>::tile_rows)], mine.points,
                   mine.values.data(), stride);
  pointers.resize(static_cast<std::size_t>(count));
  for (Index r = 0; r < count; ++r) {
    T* row = mine.values.data() + r * stride;
    const Index point = packed.indices[static_cast<std::size_t>(first + r)];
    if (point >= begin && point < end)
      row[point - begin] = static_cast<T>(tiles_->self(mine.points, point - begin));
    pointers[static_cast<std::size_t>(r)] = row;
  }
}

template <class T>
void PointGram<T>::entries(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const {
  PointBlock<T> across;
  tiles_->pack(points, across);
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
  constexpr Index rows = BlockGram<T>::tile_rows, width = BlockGram<T>::tile_width;
  const Vector widths = local_widths(tiles_->kernel(), Z, tiles_->data());
  KW = Matrix::Zero(Z.size(), W.cols());
  self.resize(Z.size());
  parallel_rows(Z.size(), rows, [&](Index begin, Index end) {
    PointBlock<T> fresh, known;
    tiles_->pack_new(Z, widths, begin, end, fresh);
    MatrixOf<T> tile(end - begin, width);
    for (Index from = 0; from < size(); from += width) {
      const Index count = std::min(width, size() - from);
      tiles_->pack(from, from + count, known);
      tiles_->evaluate(fresh, known, tile.data(), width);
      KW.middleRows(begin, end - begin).noalias() +=
          tile.leftCols(count).template cast<double>() * W.middleRows(from, count);
    }
    for (Index i = begin; i < end; ++i) self[i] = tiles_->self(fresh, i - begin);
  });
}

template class PointGram<float>;
template class PointGram<double>;

}  // namespace mercer
