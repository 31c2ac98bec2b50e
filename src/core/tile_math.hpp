// Tiles of products between blocks of points, and of kernel values made of them while they are in registers:
// for whatever vector instructions the processor has, as vector_math.hpp.
//
// BLAS does the same in two passes through the cache. How fast it is depends on the kernels that it picks for
// the processor, and some versions pick slow ones.
#pragma once

#include "core/aligned.hpp"
#include "mercer/types.hpp"

namespace mercer {

// The points on the right of a product are laid out in panels of a few points: value by value, side by side.
// The last panel is filled up with zeros.
template <class T>
constexpr Index panel_width = 128 / static_cast<Index>(sizeof(T));
template <class T>
constexpr Index panel_count(Index points) {
  return (points + panel_width<T> - 1) / panel_width<T>;
}
// panels = `points` points of `dimensions` values each, which lie point by point in x
template <class T>
void make_panels(const T* x, Index points, Index dimensions, AlignedVector<T>& panels);

// What becomes of a product x.y.
enum class TileFunction {
  product,   // x.y
  gaussian,  // exp(-scale |x-y|^2)
  laplacian  // exp(-scale |x-y|)
};

// A block of points on either side: on the left point by point, on the right as panels; and their squared
// norms.
template <class T>
struct TileSide {
  const T* values;
  Index points;
  const T* norms;
};

// out(r, c) = function of x_r.y_c, |x_r|^2 and |y_c|^2; rows of `out` are `stride` apart. The sums of a
// product run over its dimensions in order, so a value depends only on its two points.
template <class T>
void fill_tile(TileFunction function, T scale, Index dimensions, TileSide<T> x, TileSide<T> y, T* out,
               Index stride);

}  // namespace mercer
