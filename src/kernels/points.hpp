// Points as the tiles need them: a block of rows, centred, in the arithmetic of the tile, and its products.
#pragma once

#include <span>
#include <vector>

#include "core/aligned.hpp"
#include "mercer/data.hpp"

namespace mercer {

// The entries of sparse points by feature: what each feature adds to which points.
template <class T>
struct Postings {
  std::vector<int> features;  // ascending
  std::vector<Index> start;   // entries of features[f]: start[f] .. start[f + 1] - 1
  std::vector<std::pair<Index, T>> entries;
};

// Some points, copied for a tile: dense values, or sparse ones by row.
template <class T>
struct PointBlock {
  Index count = 0;
  Index dimensions = 0;
  bool sparse = false;
  AlignedVector<T> values;    // dense: count x dimensions; sparse: the stored values
  std::vector<Index> start;   // sparse: entries of row r are start[r] .. start[r + 1] - 1
  std::vector<int> features;  // sparse: their columns, ascending
  Postings<T> postings;       // sparse: the same by feature, once `index_features` was called
  AlignedVector<T>
      panels;              // dense: the same as panels (core/tile_math.hpp), once `index_features` was called
  AlignedVector<T> norms;  // |x|^2 of the values above
  std::vector<T> widths;   // gaussian:local
};

// The mean of the rows (zero for sparse data, which stay sparse): subtracted before any product, because
// expanded distances lose all digits under a large offset.
Vector centre_of(const Data& data);

// block = rows `rows` of the data, minus the centre
template <class T>
void pack(const Data& data, const Vector& centre, std::span<const Index> rows, PointBlock<T>& block);
// block = rows begin .. end-1
template <class T>
void pack(const Data& data, const Vector& centre, Index begin, Index end, PointBlock<T>& block);
// The same without the norms.
template <class T>
void pack_values(const Data& data, const Vector& centre, std::span<const Index> rows, PointBlock<T>& block);
template <class T>
void pack_values(const Data& data, const Vector& centre, Index begin, Index end, PointBlock<T>& block);
// Blocks that stand on the right of many products are indexed once: sparse ones by feature, dense ones in
// panels (up to a number of dimensions from which on BLAS is the better one).
template <class T>
void index_features(PointBlock<T>& block);

// out(a, b) = x_a . y_b, rows of `out` are `stride` apart
template <class T>
void products(const PointBlock<T>& a, const PointBlock<T>& b, T* out, Index stride);

}  // namespace mercer
