#include "gram/block_gram.hpp"

#include <cblas.h>

#include <algorithm>
#include <numeric>

#include "core/parallel.hpp"
#include "core/vector_math.hpp"

namespace mercer {
namespace {

// out(w x c) += tile(m x w)' W(m x c)
void gemm(Index m, Index w, Index c, const float* tile, Index stride, const float* W, float* out) {
  cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, static_cast<int>(w), static_cast<int>(c),
              static_cast<int>(m), 1, tile, static_cast<int>(stride), W, static_cast<int>(c), 1, out,
              static_cast<int>(c));
}
void gemm(Index m, Index w, Index c, const double* tile, Index stride, const double* W, double* out) {
  cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, static_cast<int>(w), static_cast<int>(c),
              static_cast<int>(m), 1, tile, static_cast<int>(stride), W, static_cast<int>(c), 1, out,
              static_cast<int>(c));
}
// sums[column of the entry] += value * tile row, for the entries of rows first .. first + m - 1 of dW
template <class T>
void scatter(const std::vector<const T*>& tile, Index m, Index width, const SparseRows& dW, Index first,
             const std::vector<Index>& slot, T* sums) {
  for (Index r = 0; r < m; ++r) {
    const T* row = tile[static_cast<std::size_t>(r)];
    const auto at = static_cast<std::size_t>(first + r);
    for (Index e = dW.start[at]; e < dW.start[at + 1]; ++e) {
      const auto entry = static_cast<std::size_t>(e);
      T* out = sums + slot[static_cast<std::size_t>(dW.columns[entry])] * width;
      const T value = static_cast<T>(dW.values[entry]);
      add_scaled(value, row, out, width);
    }
  }
}

}  // namespace

template <class T>
std::uint64_t BlockGram<T>::scratch_bytes(Index columns, Index dimensions) {
  const Index values = tile_rows * tile_width + tile_width * dimensions + tile_width * columns;
  return sizeof(T) * static_cast<std::uint64_t>(values);
}

// Calls per_tile(chunk first, rows of the chunk, tile begin, tile end, f), where f(g) calls g(first, count,
// pointers) for the pieces of the tile in order.
template <class T>
template <class PerTile>
void BlockGram<T>::for_tiles(std::span<const Index> rows, std::string_view phase, PerTile&& per_tile) const {
  const Index n = size();
  const auto m = static_cast<Index>(rows.size());
  const Index tiles = (n + tile_width - 1) / tile_width;
  // Reused from tile to tile: fresh memory would cost a page fault every few numbers.
  std::vector<std::unique_ptr<Scratch>> own(static_cast<std::size_t>(thread_count()));
  Progress progress(control, phase, tiles * ((m + chunk_rows - 1) / chunk_rows));
  for (Index chunk = 0; chunk < m; chunk += chunk_rows) {
    const Index count = std::min(chunk_rows, m - chunk);
    const double work = 16.0 * static_cast<double>(count) * static_cast<double>(n);
    const auto prepared =
        prepare(rows.subspan(static_cast<std::size_t>(chunk), static_cast<std::size_t>(count)));
    parallel_blocks(
        tiles,
        [&](Index t) {
          if (progress.stopped()) return;
          const Index begin = t * tile_width, end = std::min(n, begin + tile_width);
          const auto mine = scratch();
          std::vector<const T*> pointers;
          per_tile(begin, end, *mine, [&](auto&& use) {
            for (Index first = 0; first < count; first += tile_rows) {
              const Index piece = std::min(tile_rows, count - first);
              tile(*prepared, first, piece, begin, end, *mine, pointers);
              use(chunk + first, piece, pointers);
            }
          });
          progress.done();
        },
        work);
  }
}

template <class T>
std::vector<Index> BlockGram<T>::all_points() const {
  std::vector<Index> all(static_cast<std::size_t>(size()));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

template <class T>
void BlockGram<T>::apply(const Matrix& W, Matrix& KW) const {
  const Index c = W.cols();
  KW = Matrix::Zero(size(), c);
  for_tiles(all_points(), "kernel product", [&](Index begin, Index end, Scratch&, auto&& pieces) {
    MatrixOf<T> sums = MatrixOf<T>::Zero(end - begin, c);
    MatrixOf<T> weights;
    pieces([&](Index first, Index count, const std::vector<const T*>& rows) {
      weights = W.middleRows(first, count).template cast<T>();
      // The rows come in order, and so lie at equal strides.
      const Index stride = count > 1 ? rows[1] - rows[0] : end - begin;
      gemm(count, end - begin, c, rows[0], stride, weights.data(), sums.data());
    });
    KW.middleRows(begin, end - begin) += sums.template cast<double>();
  });
}

template <class T>
void BlockGram<T>::update(const SparseRows& dW, Matrix& KW) const {
  // Only the columns that change get a slot in the tile's sums.
  std::vector<Index> slot(static_cast<std::size_t>(KW.cols()), -1), touched;
  for (Index column : dW.columns)
    if (Index& s = slot[static_cast<std::size_t>(column)]; s < 0) {
      s = static_cast<Index>(touched.size());
      touched.push_back(column);
    }
  for_tiles(dW.rows, "kernel sums", [&](Index begin, Index end, Scratch& mine, auto&& pieces) {
    const Index width = end - begin;
    std::vector<T>& sums = mine.sums;
    sums.assign(touched.size() * static_cast<std::size_t>(width), T(0));
    pieces([&](Index first, Index count, const std::vector<const T*>& rows) {
      scatter(rows, count, width, dW, first, slot, sums.data());
    });
    for (Index i = 0; i < width; ++i)
      for (std::size_t s = 0; s < touched.size(); ++s)
        KW(begin + i, touched[s]) +=
            static_cast<double>(sums[s * static_cast<std::size_t>(width) + static_cast<std::size_t>(i)]);
  });
}

template <class T>
void BlockGram<T>::columns(std::span<const Index> points, Matrix& C) const {
  C.resize(size(), static_cast<Index>(points.size()));
  for_tiles(points, "kernel columns", [&](Index begin, Index end, Scratch&, auto&& pieces) {
    pieces([&](Index first, Index count, const std::vector<const T*>& rows) {
      for (Index i = begin; i < end; ++i)
        for (Index r = 0; r < count; ++r)
          C(i, first + r) = static_cast<double>(rows[static_cast<std::size_t>(r)][i - begin]);
    });
  });
}

template <class T>
void BlockGram<T>::store(MatrixOf<T>& K) const {
  K.resize(size(), size());
  for_tiles(all_points(), "kernel matrix", [&](Index begin, Index end, Scratch&, auto&& pieces) {
    pieces([&](Index first, Index count, const std::vector<const T*>& rows) {
      for (Index r = 0; r < count; ++r)
        std::copy_n(rows[static_cast<std::size_t>(r)], end - begin, K.row(first + r).data() + begin);
    });
  });
}

template <class T>
void BlockGram<T>::block(std::span<const Index> rows, std::span<const Index> points, Matrix& B) const {
  B.resize(static_cast<Index>(rows.size()), static_cast<Index>(points.size()));
  entries(rows, points, B);
}

template class BlockGram<float>;
template class BlockGram<double>;

}  // namespace mercer
