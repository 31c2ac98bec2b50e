#include "core/tile_math.hpp"

#include <vector>

#include "core/vector_math.hpp"

// This file is compiled once for each of these.
#include "core/vector_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/tile_math.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include "core/vector_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace mercer::HWY_NAMESPACE {

// Rows of x whose sums stay in registers, beside two vectors of y: 16 of 32 registers, or 12 of 16. With more
// rows their addresses no longer fit into registers.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL || HWY_TARGET == HWY_NEON
constexpr int rows_together = 8;
#else
constexpr int rows_together = 6;
#endif

// out(r, c) for `some` rows and two vectors of columns
template <int some, class T, class F>
HWY_INLINE void tile_block(const F& f, Index dimensions, const T* x, const T* xx, const T* panel, const T* yy,
                           T* out, Index stride) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  hn::Vec<decltype(d)> left[some], right[some];
  for (int r = 0; r < some; ++r) left[r] = right[r] = hn::Zero(d);
  for (Index k = 0; k < dimensions; ++k) {
    const auto a = hn::Load(d, panel + k * panel_width<T>);
    const auto b = hn::Load(d, panel + k * panel_width<T> + lanes);
    for (int r = 0; r < some; ++r) {
      const auto value = hn::Set(d, x[r * dimensions + k]);
      left[r] = hn::MulAdd(value, a, left[r]);
      right[r] = hn::MulAdd(value, b, right[r]);
    }
  }
  const auto ya = hn::LoadU(d, yy), yb = hn::LoadU(d, yy + lanes);
  for (int r = 0; r < some; ++r) {
    hn::StoreU(f(d, left[r], xx[r], ya), d, out + r * stride);
    hn::StoreU(f(d, right[r], xx[r], yb), d, out + r * stride + lanes);
  }
}

// All rows, against one panel: `out` has room for all of it.
template <class T, class F>
HWY_INLINE void tile_panel(const F& f, Index dimensions, const TileSide<T>& x, const T* panel, const T* yy,
                           T* out, Index stride) {
  const Index step = 2 * static_cast<Index>(hn::Lanes(hn::ScalableTag<T>()));
  const auto rows = [&]<int some>(std::integral_constant<int, some>, Index r) HWY_ATTR {
    for (Index c = 0; c < panel_width<T>; c += step)
      tile_block<some>(f, dimensions, x.values + r * dimensions, x.norms + r, panel + c, yy + c,
                       out + r * stride + c, stride);
  };
  Index r = 0;
  for (; r + rows_together <= x.points; r += rows_together)
    rows(std::integral_constant<int, rows_together>(), r);
  for (; r + 4 <= x.points; r += 4) rows(std::integral_constant<int, 4>(), r);
  for (; r < x.points; ++r) rows(std::integral_constant<int, 1>(), r);
}

template <class T, class F>
HWY_INLINE void tile(const F& f, Index dimensions, const TileSide<T>& x, const TileSide<T>& y, T* out,
                     Index stride) {
  constexpr Index width = panel_width<T>;
  Index at = 0;
  for (; at + width <= y.points; at += width)
    tile_panel(f, dimensions, x, y.values + at * dimensions, y.norms + at, out + at, stride);
  if (at == y.points) return;
  // The last panel is not full: through a copy.
  HWY_ALIGN T norms[width] = {};
  std::copy(y.norms + at, y.norms + y.points, norms);
  AlignedVector<T> whole(static_cast<std::size_t>(x.points * width));
  tile_panel(f, dimensions, x, y.values + at * dimensions, norms, whole.data(), width);
  for (Index r = 0; r < x.points; ++r)
    std::copy_n(whole.data() + r * width, y.points - at, out + r * stride + at);
}

template <class T>
HWY_INLINE void filled(TileFunction function, T scale, Index dimensions, const TileSide<T>& x,
                       const TileSide<T>& y, T* out, Index stride) {
  if (function == TileFunction::product)
    return tile([](auto, auto xy, T, auto) HWY_ATTR { return xy; }, dimensions, x, y, out, stride);
  if (function == TileFunction::gaussian)
    return tile(
        [=](auto d, auto xy, T xx, auto yy)
            HWY_ATTR { return exp_below_zero(d, hn::Mul(hn::Set(d, -scale), distances(d, xy, yy, xx))); },
        dimensions, x, y, out, stride);
  tile(
      [=](auto d, auto xy, T xx, auto yy) HWY_ATTR {
        return exp_below_zero(d, hn::Mul(hn::Set(d, -scale), hn::Sqrt(distances(d, xy, yy, xx))));
      },
      dimensions, x, y, out, stride);
}

void fill_tile_float(TileFunction function, float scale, Index dimensions, const TileSide<float>& x,
                     const TileSide<float>& y, float* out, Index stride) {
  filled(function, scale, dimensions, x, y, out, stride);
}
void fill_tile_double(TileFunction function, double scale, Index dimensions, const TileSide<double>& x,
                      const TileSide<double>& y, double* out, Index stride) {
  filled(function, scale, dimensions, x, y, out, stride);
}

}  // namespace mercer::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mercer {

HWY_EXPORT(fill_tile_float);
HWY_EXPORT(fill_tile_double);

template <>
void fill_tile(TileFunction function, float scale, Index dimensions, TileSide<float> x, TileSide<float> y,
               float* out, Index stride) {
  HWY_DYNAMIC_DISPATCH(fill_tile_float)(function, scale, dimensions, x, y, out, stride);
}
template <>
void fill_tile(TileFunction function, double scale, Index dimensions, TileSide<double> x, TileSide<double> y,
               double* out, Index stride) {
  HWY_DYNAMIC_DISPATCH(fill_tile_double)(function, scale, dimensions, x, y, out, stride);
}

template <class T>
void make_panels(const T* x, Index points, Index dimensions, AlignedVector<T>& panels) {
  constexpr Index width = panel_width<T>;
  panels.resize(static_cast<std::size_t>(panel_count<T>(points) * width * dimensions));
  const T* rows[width];
  for (Index first = 0; first < points; first += width) {
    const Index count = std::min(width, points - first);
    T* panel = panels.data() + first * dimensions;
    for (Index r = 0; r < count; ++r) rows[r] = x + (first + r) * dimensions;
    if (count < width) std::fill_n(panel, width * dimensions, T(0));
    transpose(rows, count, dimensions, panel, width);
  }
}
template void make_panels(const float*, Index, Index, AlignedVector<float>&);
template void make_panels(const double*, Index, Index, AlignedVector<double>&);

}  // namespace mercer
#endif
