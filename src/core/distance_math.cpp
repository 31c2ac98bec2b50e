#include "core/distance_math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// This file is compiled once for each of these.
#include "core/vector_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/distance_math.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include "core/vector_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace mercer::HWY_NAMESPACE {

// Registers across in a tile of distances: as many as there are with four rows.
constexpr int tile_rows = 4, tile_vectors = HWY_TARGET <= HWY_AVX3 ? 4 : 2;

// Distances of `rows` points to the vectors in `vectors` registers, the last of which may overlap the one
// before it; dimension c of all vectors is at V + c * width, and there are at least as many as lanes.
template <int rows, int vectors, class D>
HWY_INLINE void distance_tile(D d, const double* x, Index dimensions, const double* xx, const double* V,
                              Index width, const double* yy, Index count, double* out, Index stride) {
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const auto at = [=](int v) { return v + 1 < vectors ? v * lanes : std::min(v * lanes, count - lanes); };
  hn::Vec<D> sum[rows][vectors];
  for (int r = 0; r < rows; ++r)
    for (int v = 0; v < vectors; ++v) sum[r][v] = hn::Zero(d);
  for (Index c = 0; c < dimensions; ++c) {
    hn::Vec<D> across[vectors];
    for (int v = 0; v < vectors; ++v) across[v] = hn::LoadU(d, V + c * width + at(v));
    for (int r = 0; r < rows; ++r) {
      const auto value = hn::Set(d, x[r * dimensions + c]);
      for (int v = 0; v < vectors; ++v) sum[r][v] = hn::MulAdd(value, across[v], sum[r][v]);
    }
  }
  for (int r = 0; r < rows; ++r)
    for (int v = 0; v < vectors; ++v)
      hn::StoreU(distances(d, sum[r][v], hn::LoadU(d, yy + at(v)), xx[r]), d, out + r * stride + at(v));
}
// The same with as many registers, `vectors` at most, as the `left` need.
template <int rows, int vectors, class D, class... Rest>
HWY_INLINE void widest_tile(D d, Index left, Rest... rest) {
  if constexpr (vectors > 1)
    if (left < vectors) return widest_tile<rows, vectors - 1>(d, left, rest...);
  distance_tile<rows, vectors>(d, rest...);
}
// All vectors, tile by tile.
template <int rows, class D>
HWY_INLINE void distance_tiles(D d, const double* x, Index dimensions, const double* xx, const double* V,
                               Index width, const double* yy, Index count, double* out) {
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  for (Index s = 0; s < count; s += tile_vectors * lanes) {
    const double* const columns = dimensions > 0 ? V + s : V;  // without dimensions there may be no V
    widest_tile<rows, tile_vectors>(d, (count - s + lanes - 1) / lanes, x, dimensions, xx, columns, width,
                                    yy + s, count - s, out + s, count);
  }
}

HWY_INLINE void all_distances(double* values, Index rows, Index count, const double* xx, const double* yy) {
  for (Index r = 0; r < rows; ++r)
    transform_row(values + r * count, yy, count,
                  [x = xx[r]](auto d, auto xy, auto y) HWY_ATTR { return distances(d, xy, y, x); });
}

// Four sums, those of the columns 0, 4, ..; 1, 5, ..; and so on, and one of what is left of the columns. The
// compiler must not join the product and the sum to one operation with one rounding (CMakeLists.txt).
template <class D>
HWY_INLINE hn::Vec<D> squared_distance(D d, const double* x, Index dimensions, const double* columns,
                                       Index stride) {
  auto sum0 = hn::Zero(d), sum1 = hn::Zero(d), sum2 = hn::Zero(d), sum3 = hn::Zero(d), rest = hn::Zero(d);
  const auto add = [&](hn::Vec<D>& sum, Index c) HWY_ATTR {
    const auto step = hn::Sub(hn::Set(d, x[c]), hn::LoadU(d, columns + c * stride));
    sum = hn::Add(sum, hn::Mul(step, step));
  };
  Index c = 0;
  for (; c + 4 <= dimensions; c += 4) {
    add(sum0, c);
    add(sum1, c + 1);
    add(sum2, c + 2);
    add(sum3, c + 3);
  }
  for (; c < dimensions; ++c) add(rest, c);
  return hn::Add(hn::Add(sum0, sum1), hn::Add(hn::Add(sum2, sum3), rest));
}
HWY_INLINE void all_squared_distances(const double* x, Index dimensions, const double* columns, Index stride,
                                      Index count, double* out) {
  const hn::ScalableTag<double> d;
  const hn::CappedTag<double, 1> one;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  Index r = 0;
  for (; r + lanes <= count; r += lanes)
    hn::StoreU(squared_distance(d, x, dimensions, columns + r, stride), d, out + r);
  for (; r < count; ++r) hn::StoreU(squared_distance(one, x, dimensions, columns + r, stride), one, out + r);
}

HWY_INLINE double least(const double* values, Index count) {
  const hn::ScalableTag<double> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  if (count < lanes) return *std::min_element(values, values + count);
  auto found = hn::LoadU(d, values);
  for (Index i = lanes; i + lanes <= count; i += lanes) found = hn::Min(found, hn::LoadU(d, values + i));
  found = hn::Min(found, hn::LoadU(d, values + count - lanes));  // the last ones, some of them once more
  return hn::GetLane(hn::MinOfLanes(d, found));
}
// Where the first value is that is no more than `limit`; the last place when none is
HWY_INLINE Index first_within(double limit, const double* values, Index count) {
  const hn::ScalableTag<double> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  Index i = 0;
  for (; i + lanes <= count; i += lanes)
    if (const auto at = hn::FindFirstTrue(d, hn::Le(hn::LoadU(d, values + i), hn::Set(d, limit))); at >= 0)
      return i + static_cast<Index>(at);
  while (i + 1 < count && !(values[i] <= limit)) ++i;
  return std::min(i, count - 1);
}

// x^e: squares and products along the digits of a whole e, else exp(e log x)
template <class D>
HWY_INLINE hn::Vec<D> raised(D d, hn::Vec<D> x, unsigned whole, double e) {
  if (whole > 0) {
    auto power = hn::Set(d, 1.0);
    for (unsigned digits = whole;; x = hn::Mul(x, x)) {
      if (digits & 1U) power = hn::Mul(power, x);
      if ((digits >>= 1U) == 0) return power;
    }
  }
  const auto least = hn::Set(d, 1e-300);
  return hn::IfThenElseZero(hn::Ge(x, least),
                            exp_below_zero(d, hn::Mul(hn::Set(d, e), hn::Log(d, hn::Max(x, least)))));
}
HWY_INLINE void power(double e, double* values, Index count) {
  const unsigned whole = whole_exponent(e);
  transform_row(values, values, count, [=](auto d, auto x, auto) HWY_ATTR { return raised(d, x, whole, e); });
}
HWY_INLINE double ratio_powers(double least, double e, unsigned whole, const double* values, double* out,
                               Index count) {
  const hn::ScalableTag<double> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  auto sum = hn::Zero(d);
  // The first `known` lanes have been summed before.
  const auto step = [&](const double* from, Index known) HWY_ATTR {
    const auto t = hn::Div(hn::Set(d, least), hn::LoadU(d, from));
    const auto power = raised(d, t, whole, e);
    const auto summed = hn::FirstN(d, static_cast<std::size_t>(known));
    sum = hn::Add(sum, known > 0 ? hn::IfThenZeroElse(summed, power) : power);
    return hn::Mul(power, t);
  };
  if (count >= lanes) {
    Index i = 0;
    for (; i + lanes <= count; i += lanes) hn::StoreU(step(values + i, 0), d, out + i);
    if (i < count) hn::StoreU(step(values + count - lanes, lanes - (count - i)), d, out + count - lanes);
  } else {
    HWY_ALIGN double rest[HWY_MAX_BYTES / sizeof(double)];
    std::fill(rest, rest + lanes, std::numeric_limits<double>::infinity());  // whose t is 0
    std::copy(values, values + count, rest);
    hn::Store(step(rest, 0), d, rest);
    std::copy(rest, rest + count, out);
  }
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

// The columns of one vector.
template <class D>
HWY_INLINE void sum_and_compare(D d, const double* before, const double* now, Index rows, Index count,
                                double* sums, double* changes) {
  auto sum = hn::Zero(d), change = hn::Zero(d);
  for (Index r = 0; r < rows; ++r) {
    const auto value = hn::LoadU(d, now + r * count);
    sum = hn::Add(sum, value);
    change = hn::Max(change, hn::Abs(hn::Sub(value, hn::LoadU(d, before + r * count))));
  }
  hn::StoreU(sum, d, sums);
  hn::StoreU(change, d, changes);
}

void power_double(double e, double* v, Index n) { power(e, v, n); }
void decay_double(double* v, Index n) {
  transform_row(v, v, n, [](auto d, auto x, auto) HWY_ATTR { return exp_below_zero(d, hn::Neg(x)); });
}
void distances_double(double* v, Index rows, Index n, const double* xx, const double* yy) {
  all_distances(v, rows, n, xx, yy);
}
void squared_distances_double(const double* x, Index dimensions, const double* columns, Index stride, Index n,
                              double* out) {
  all_squared_distances(x, dimensions, columns, stride, n, out);
}
double least_double(const double* v, Index n) { return least(v, n); }
void least_of_rows_double(const double* v, Index stride, Index rows, Index n, double* all_least, Index* at) {
  for (Index r = 0; r < rows; ++r) {
    all_least[r] = least(v + r * stride, n);
    at[r] = first_within(all_least[r], v + r * stride, n);
  }
}
Index first_at_most_double(double limit, const double* v, Index n) { return first_within(limit, v, n); }
void distances_to_double(const double* x, Index rows, Index dimensions, const double* xx, const double* V,
                         const double* yy, Index n, double* out) {
  const hn::ScalableTag<double> d;
  const auto all_rows = [=](auto tag) HWY_ATTR {
    Index r = 0;
    for (; r + tile_rows <= rows; r += tile_rows)
      distance_tiles<tile_rows>(tag, x + r * dimensions, dimensions, xx + r, V, n, yy, n, out + r * n);
    for (; r < rows; ++r)
      distance_tiles<1>(tag, x + r * dimensions, dimensions, xx + r, V, n, yy, n, out + r * n);
  };
  const hn::CappedTag<double, 4> four;
  const hn::CappedTag<double, 2> two;
  if (n >= static_cast<Index>(hn::Lanes(d)))
    all_rows(d);
  else if (n >= static_cast<Index>(hn::Lanes(four)))
    all_rows(four);
  else if (n >= static_cast<Index>(hn::Lanes(two)))
    all_rows(two);
  else
    all_rows(hn::CappedTag<double, 1>());
}
void ratio_powers_double(const double* v, Index stride, Index rows, Index n, double e, double* out,
                         Index out_stride, double* all_least, double* sums) {
  const unsigned whole = whole_exponent(e);
  for (Index r = 0; r < rows; ++r) {
    all_least[r] = least(v + r * stride, n);
    sums[r] = ratio_powers(all_least[r], e, whole, v + r * stride, out + r * out_stride, n);
  }
}
void scale_double(double* v, Index stride, Index rows, Index n, const double* scale) {
  for (Index r = 0; r < rows; ++r)
    transform_row(v + r * stride, v + r * stride, n, [factor = scale[r]](auto d, auto x, auto) HWY_ATTR {
      return hn::Mul(x, hn::Set(d, factor));
    });
}
void sums_and_changes_double(const double* before, const double* now, Index rows, Index n, double* sums,
                             double* changes) {
  const hn::ScalableTag<double> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const auto columns = [&](auto tag, Index c) HWY_ATTR {
    sum_and_compare(tag, before + c, now + c, rows, n, sums + c, changes + c);
  };
  Index c = 0;
  for (; c + lanes <= n; c += lanes) columns(d, c);
  for (; c < n; ++c) columns(hn::CappedTag<double, 1>(), c);
}

}  // namespace mercer::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mercer {

HWY_EXPORT(power_double);
HWY_EXPORT(decay_double);
HWY_EXPORT(distances_double);
HWY_EXPORT(squared_distances_double);
HWY_EXPORT(least_double);
HWY_EXPORT(least_of_rows_double);
HWY_EXPORT(first_at_most_double);
HWY_EXPORT(distances_to_double);
HWY_EXPORT(ratio_powers_double);
HWY_EXPORT(scale_double);
HWY_EXPORT(sums_and_changes_double);

void power_row(double e, double* values, Index count) {
  HWY_DYNAMIC_DISPATCH(power_double)(e, values, count);
}
void decay_row(double* values, Index count) { HWY_DYNAMIC_DISPATCH(decay_double)(values, count); }
void distance_rows(double* values, Index rows, Index count, const double* xx, const double* yy) {
  HWY_DYNAMIC_DISPATCH(distances_double)(values, rows, count, xx, yy);
}
void squared_distances(const double* x, Index dimensions, const double* columns, Index stride, Index count,
                       double* out) {
  HWY_DYNAMIC_DISPATCH(squared_distances_double)(x, dimensions, columns, stride, count, out);
}
double least_of(const double* values, Index count) {
  return HWY_DYNAMIC_DISPATCH(least_double)(values, count);
}
void least_of_rows(const double* values, Index stride, Index rows, Index count, double* least, Index* at) {
  HWY_DYNAMIC_DISPATCH(least_of_rows_double)(values, stride, rows, count, least, at);
}
Index first_at_most(double limit, const double* values, Index count) {
  return HWY_DYNAMIC_DISPATCH(first_at_most_double)(limit, values, count);
}
void distances_to(const double* x, Index rows, const double* xx, const Matrix& V, const Vector& yy,
                  double* out) {
  const Matrix across = V.transpose();
  HWY_DYNAMIC_DISPATCH(distances_to_double)
  (x, rows, V.cols(), xx, across.data(), yy.data(), V.rows(), out);
}
void ratio_powers(const double* values, Index stride, Index rows, Index count, double e, double* out,
                  Index out_stride, double* least, double* sums) {
  HWY_DYNAMIC_DISPATCH(ratio_powers_double)(values, stride, rows, count, e, out, out_stride, least, sums);
}
void scale_rows(double* values, Index stride, Index rows, Index count, const double* scale) {
  HWY_DYNAMIC_DISPATCH(scale_double)(values, stride, rows, count, scale);
}
void sums_and_changes(const double* before, const double* now, Index rows, Index count, double* sums,
                      double* changes) {
  HWY_DYNAMIC_DISPATCH(sums_and_changes_double)(before, now, rows, count, sums, changes);
}
unsigned whole_exponent(double e) {
  constexpr double most = 64, rounding = 1e-14;
  const double whole = std::round(e);
  return whole >= 1 && whole <= most && std::abs(e - whole) <= rounding * whole ? static_cast<unsigned>(whole)
                                                                                : 0;
}

}  // namespace mercer
#endif
