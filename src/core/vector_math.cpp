#include "core/vector_math.hpp"

// This file is compiled once for each of these.
#include "core/vector_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/vector_math.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include "core/vector_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace mercer::HWY_NAMESPACE {

template <class T>
HWY_INLINE void gaussian(T gamma, T* values, Index count, T xx, const T* yy) {
  transform_row(values, yy, count, [=](auto d, auto xy, auto y) HWY_ATTR {
    return exp_below_zero(d, hn::Mul(hn::Set(d, -gamma), distances(d, xy, y, xx)));
  });
}
template <class T>
HWY_INLINE void laplacian(T scale, T* values, Index count, T xx, const T* yy) {
  transform_row(values, yy, count, [=](auto d, auto xy, auto y) HWY_ATTR {
    return exp_below_zero(d, hn::Mul(hn::Set(d, -scale), hn::Sqrt(distances(d, xy, y, xx))));
  });
}

// Four vectors of y at a time, held in registers over all rows; the rest vector by vector, value by value.
template <class T>
HWY_INLINE void add_rows(const T* const* x, const T* a, Index rows, T* y, Index count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  Index at = 0;
  for (; at + 4 * lanes <= count; at += 4 * lanes) {
    T* out = y + at;
    auto sum0 = hn::LoadU(d, out), sum1 = hn::LoadU(d, out + lanes);
    auto sum2 = hn::LoadU(d, out + 2 * lanes), sum3 = hn::LoadU(d, out + 3 * lanes);
    for (Index r = 0; r < rows; ++r) {
      const auto scale = hn::Set(d, a[r]);
      const T* row = x[r] + at;
      sum0 = hn::MulAdd(scale, hn::LoadU(d, row), sum0);
      sum1 = hn::MulAdd(scale, hn::LoadU(d, row + lanes), sum1);
      sum2 = hn::MulAdd(scale, hn::LoadU(d, row + 2 * lanes), sum2);
      sum3 = hn::MulAdd(scale, hn::LoadU(d, row + 3 * lanes), sum3);
    }
    hn::StoreU(sum0, d, out);
    hn::StoreU(sum1, d, out + lanes);
    hn::StoreU(sum2, d, out + 2 * lanes);
    hn::StoreU(sum3, d, out + 3 * lanes);
  }
  const auto one_vector = [&](auto tag) HWY_ATTR {
    auto sum = hn::LoadU(tag, y + at);
    for (Index r = 0; r < rows; ++r) sum = hn::MulAdd(hn::Set(tag, a[r]), hn::LoadU(tag, x[r] + at), sum);
    hn::StoreU(sum, tag, y + at);
  };
  for (; at + lanes <= count; at += lanes) one_vector(d);
  for (; at < count; ++at) one_vector(hn::CappedTag<T, 1>());
}

// out(s, at ..) += sum_r W(r, s) x[r][at ..] for `some` columns s and `vectors` vectors, all in registers.
template <int some, int vectors, class D, class T>
HWY_INLINE void add_products_block(D d, const T* const* x, Index rows, Index at, const T* W, Index columns,
                                   T* out, Index count) {
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  hn::Vec<D> sum[some][vectors];
  for (int s = 0; s < some; ++s)
    for (int v = 0; v < vectors; ++v) sum[s][v] = hn::LoadU(d, out + s * count + at + v * lanes);
  for (Index r = 0; r < rows; ++r) {
    hn::Vec<D> value[vectors];
    for (int v = 0; v < vectors; ++v) value[v] = hn::LoadU(d, x[r] + at + v * lanes);
    for (int s = 0; s < some; ++s) {
      const auto weight = hn::Set(d, W[r * columns + s]);
      for (int v = 0; v < vectors; ++v) sum[s][v] = hn::MulAdd(weight, value[v], sum[s][v]);
    }
  }
  for (int s = 0; s < some; ++s)
    for (int v = 0; v < vectors; ++v) hn::StoreU(sum[s][v], d, out + s * count + at + v * lanes);
}
// A strip of the rows stays in the first cache while all columns of W go over it.
template <int vectors, class D, class T>
HWY_INLINE void add_products_strip(D d, const T* const* x, Index rows, Index at, const T* W, Index columns,
                                   T* out, Index count) {
  Index s = 0;
  for (; s + 4 <= columns; s += 4)
    add_products_block<4, vectors>(d, x, rows, at, W + s, columns, out + s * count, count);
  for (; s < columns; ++s)
    add_products_block<1, vectors>(d, x, rows, at, W + s, columns, out + s * count, count);
}
template <class T>
HWY_INLINE void add_products(const T* const* x, Index rows, Index count, const T* W, Index columns, T* out) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  Index at = 0;
  for (; at + 4 * lanes <= count; at += 4 * lanes)
    add_products_strip<4>(d, x, rows, at, W, columns, out, count);
  for (; at + lanes <= count; at += lanes) add_products_strip<1>(d, x, rows, at, W, columns, out, count);
  for (; at < count; ++at) add_products_strip<1>(hn::CappedTag<T, 1>(), x, rows, at, W, columns, out, count);
}

// out(r, s) for `some` rows x and `others` rows of V.
template <int some, int others, class T>
HWY_INLINE void dot_products_block(const T* const* x, Index count, const T* V, T* out, Index columns) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  hn::Vec<decltype(d)> sum[some][others];
  for (int r = 0; r < some; ++r)
    for (int s = 0; s < others; ++s) sum[r][s] = hn::Zero(d);
  Index at = 0;
  for (; at + lanes <= count; at += lanes) {
    hn::Vec<decltype(d)> value[some];
    for (int r = 0; r < some; ++r) value[r] = hn::LoadU(d, x[r] + at);
    for (int s = 0; s < others; ++s) {
      const auto other = hn::LoadU(d, V + s * count + at);
      for (int r = 0; r < some; ++r) sum[r][s] = hn::MulAdd(value[r], other, sum[r][s]);
    }
  }
  for (int r = 0; r < some; ++r)
    for (int s = 0; s < others; ++s) {
      T total = hn::GetLane(hn::SumOfLanes(d, sum[r][s]));
      for (Index c = at; c < count; ++c) total += x[r][c] * V[s * count + c];
      out[r * columns + s] = total;
    }
}
template <int some, class T>
HWY_INLINE void dot_products_rows(const T* const* x, Index count, const T* V, Index columns, T* out) {
  Index s = 0;
  for (; s + 4 <= columns; s += 4) dot_products_block<some, 4>(x, count, V + s * count, out + s, columns);
  for (; s < columns; ++s) dot_products_block<some, 1>(x, count, V + s * count, out + s, columns);
}
template <class T>
HWY_INLINE void dot_products(const T* const* x, Index rows, Index count, const T* V, Index columns, T* out) {
  Index r = 0;
  for (; r + 4 <= rows; r += 4) dot_products_rows<4>(x + r, count, V, columns, out + r * columns);
  for (; r < rows; ++r) dot_products_rows<1>(x + r, count, V, columns, out + r * columns);
}

#if HWY_TARGET != HWY_SCALAR
// Four rows of four values, or two of two: blocks of 128 bits.
HWY_INLINE void transpose_block(const float* const* x, Index column, float* out, Index stride) {
  const hn::FixedTag<float, 4> d;
  const hn::FixedTag<double, 2> pairs;
  const auto a = hn::LoadU(d, x[0] + column), b = hn::LoadU(d, x[1] + column);
  const auto e = hn::LoadU(d, x[2] + column), f = hn::LoadU(d, x[3] + column);
  const auto low_ab = hn::BitCast(pairs, hn::InterleaveLower(d, a, b));  // a0 b0 a1 b1
  const auto low_ef = hn::BitCast(pairs, hn::InterleaveLower(d, e, f));
  const auto high_ab = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b));  // a2 b2 a3 b3
  const auto high_ef = hn::BitCast(pairs, hn::InterleaveUpper(d, e, f));
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, low_ab, low_ef)), d, out);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, low_ab, low_ef)), d, out + stride);
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, high_ab, high_ef)), d, out + 2 * stride);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, high_ab, high_ef)), d, out + 3 * stride);
}
HWY_INLINE void transpose_block(const double* const* x, Index column, double* out, Index stride) {
  const hn::FixedTag<double, 2> d;
  const auto a = hn::LoadU(d, x[0] + column), b = hn::LoadU(d, x[1] + column);
  hn::StoreU(hn::InterleaveLower(d, a, b), d, out);
  hn::StoreU(hn::InterleaveUpper(d, a, b), d, out + stride);
}
template <class T>
constexpr Index transposed_together = 16 / sizeof(T);
#else
template <class T>
void transpose_block(const T* const* x, Index column, T* out, Index) {
  *out = x[0][column];
}
template <class T>
constexpr Index transposed_together = 1;
#endif
template <class T>
HWY_INLINE void transpose(const T* const* x, Index rows, Index count, T* out, Index stride) {
  constexpr Index block = transposed_together<T>;
  const Index whole_rows = rows - rows % block, whole = count - count % block;
  for (Index c = 0; c < whole; c += block)
    for (Index r = 0; r < whole_rows; r += block) transpose_block(x + r, c, out + c * stride + r, stride);
  for (Index r = 0; r < rows; ++r)
    for (Index c = r < whole_rows ? whole : 0; c < count; ++c) out[c * stride + r] = x[r][c];
}

void gaussian_float(float gamma, float* v, Index n, float xx, const float* yy) {
  gaussian(gamma, v, n, xx, yy);
}
void gaussian_double(double gamma, double* v, Index n, double xx, const double* yy) {
  gaussian(gamma, v, n, xx, yy);
}
void laplacian_float(float scale, float* v, Index n, float xx, const float* yy) {
  laplacian(scale, v, n, xx, yy);
}
void laplacian_double(double scale, double* v, Index n, double xx, const double* yy) {
  laplacian(scale, v, n, xx, yy);
}
void add_rows_float(const float* const* x, const float* a, Index rows, float* y, Index count) {
  add_rows(x, a, rows, y, count);
}
void add_rows_double(const double* const* x, const double* a, Index rows, double* y, Index count) {
  add_rows(x, a, rows, y, count);
}
void add_products_float(const float* const* x, Index rows, Index count, const float* W, Index columns,
                        float* out) {
  add_products(x, rows, count, W, columns, out);
}
void add_products_double(const double* const* x, Index rows, Index count, const double* W, Index columns,
                         double* out) {
  add_products(x, rows, count, W, columns, out);
}
void dot_products_float(const float* const* x, Index rows, Index count, const float* V, Index columns,
                        float* out) {
  dot_products(x, rows, count, V, columns, out);
}
void dot_products_double(const double* const* x, Index rows, Index count, const double* V, Index columns,
                         double* out) {
  dot_products(x, rows, count, V, columns, out);
}
void transpose_float(const float* const* x, Index rows, Index count, float* out, Index stride) {
  transpose(x, rows, count, out, stride);
}
void transpose_double(const double* const* x, Index rows, Index count, double* out, Index stride) {
  transpose(x, rows, count, out, stride);
}

}  // namespace mercer::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mercer {

HWY_EXPORT(gaussian_float);
HWY_EXPORT(gaussian_double);
HWY_EXPORT(laplacian_float);
HWY_EXPORT(laplacian_double);
HWY_EXPORT(add_rows_float);
HWY_EXPORT(add_rows_double);
HWY_EXPORT(add_products_float);
HWY_EXPORT(add_products_double);
HWY_EXPORT(dot_products_float);
HWY_EXPORT(dot_products_double);
HWY_EXPORT(transpose_float);
HWY_EXPORT(transpose_double);

void add_rows(const float* const* x, const float* a, Index rows, float* y, Index count) {
  HWY_DYNAMIC_DISPATCH(add_rows_float)(x, a, rows, y, count);
}
void add_rows(const double* const* x, const double* a, Index rows, double* y, Index count) {
  HWY_DYNAMIC_DISPATCH(add_rows_double)(x, a, rows, y, count);
}
void add_products(const float* const* x, Index rows, Index count, const float* W, Index columns, float* out) {
  HWY_DYNAMIC_DISPATCH(add_products_float)(x, rows, count, W, columns, out);
}
void add_products(const double* const* x, Index rows, Index count, const double* W, Index columns,
                  double* out) {
  HWY_DYNAMIC_DISPATCH(add_products_double)(x, rows, count, W, columns, out);
}
void dot_products(const float* const* x, Index rows, Index count, const float* V, Index columns, float* out) {
  HWY_DYNAMIC_DISPATCH(dot_products_float)(x, rows, count, V, columns, out);
}
void dot_products(const double* const* x, Index rows, Index count, const double* V, Index columns,
                  double* out) {
  HWY_DYNAMIC_DISPATCH(dot_products_double)(x, rows, count, V, columns, out);
}
void transpose(const float* const* x, Index rows, Index count, float* out, Index stride) {
  HWY_DYNAMIC_DISPATCH(transpose_float)(x, rows, count, out, stride);
}
void transpose(const double* const* x, Index rows, Index count, double* out, Index stride) {
  HWY_DYNAMIC_DISPATCH(transpose_double)(x, rows, count, out, stride);
}
void gaussian_row(float gamma, float* values, Index count, float xx, const float* yy) {
  HWY_DYNAMIC_DISPATCH(gaussian_float)(gamma, values, count, xx, yy);
}
void gaussian_row(double gamma, double* values, Index count, double xx, const double* yy) {
  HWY_DYNAMIC_DISPATCH(gaussian_double)(gamma, values, count, xx, yy);
}
void laplacian_row(float scale, float* values, Index count, float xx, const float* yy) {
  HWY_DYNAMIC_DISPATCH(laplacian_float)(scale, values, count, xx, yy);
}
void laplacian_row(double scale, double* values, Index count, double xx, const double* yy) {
  HWY_DYNAMIC_DISPATCH(laplacian_double)(scale, values, count, xx, yy);
}

}  // namespace mercer
#endif
