#include "core/vector_math.hpp"

// This file is compiled once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/vector_math.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// after highway.h
#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace mercer::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Calls f(vector of values, vector of others) for whole vectors; the rest goes through a padded copy, so that
// a value does not depend on where in the row it stands.
template <class T, class F>
HWY_INLINE void transform_row(T* values, const T* others, Index count, const F& f) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  Index i = 0;
  for (; i + lanes <= count; i += lanes)
    hn::StoreU(f(d, hn::LoadU(d, values + i), hn::LoadU(d, others + i)), d, values + i);
  if (i == count) return;
  HWY_ALIGN T v[HWY_MAX_BYTES / sizeof(T)] = {};
  HWY_ALIGN T o[HWY_MAX_BYTES / sizeof(T)] = {};
  for (Index j = i; j < count; ++j) {
    v[j - i] = values[j];
    o[j - i] = others[j];
  }
  hn::Store(f(d, hn::Load(d, v), hn::Load(d, o)), d, v);
  for (Index j = i; j < count; ++j) values[j] = v[j - i];
}

// max(0, xx + yy - 2 xy)
template <class D, class V, class T>
HWY_INLINE V distances(D d, V xy, V yy, T xx) {
  return hn::Max(hn::Zero(d), hn::NegMulAdd(hn::Set(d, T(2)), xy, hn::Add(hn::Set(d, xx), yy)));
}

template <class T>
HWY_INLINE void gaussian(T gamma, T* values, Index count, T xx, const T* yy) {
  transform_row(values, yy, count, [=](auto d, auto xy, auto y) HWY_ATTR {
    return hn::Exp(d, hn::Mul(hn::Set(d, -gamma), distances(d, xy, y, xx)));
  });
}
template <class T>
HWY_INLINE void laplacian(T scale, T* values, Index count, T xx, const T* yy) {
  transform_row(values, yy, count, [=](auto d, auto xy, auto y) HWY_ATTR {
    return hn::Exp(d, hn::Mul(hn::Set(d, -scale), hn::Sqrt(distances(d, xy, y, xx))));
  });
}
template <class T>
HWY_INLINE void axpy(T a, const T* x, T* y, Index count) {
  transform_row(y, x, count,
                [=](auto d, auto sum, auto value) HWY_ATTR { return hn::MulAdd(hn::Set(d, a), value, sum); });
}

// Positions that a mask marks, counted from `first`.
template <class D, class M>
HWY_INLINE Index list(D d, M mask, Index first, int* found) {
  uint8_t bytes[8 * ((HWY_MAX_BYTES + 63) / 64)] = {};
  hn::StoreMaskBits(d, mask, bytes);
  Index count = 0;
  for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane)
    if ((bytes[lane / 8] >> (lane % 8)) & 1)
      found[count++] = static_cast<int>(first) + static_cast<int>(lane);
  return count;
}
// Few pairs pass, so a whole vector is judged at once. One bound only: bounds == nullptr.
template <class T>
HWY_INLINE Index near(const T* xy, Index count, T xx, const T* yy, T bound, const T* bounds, int* found) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const auto own = hn::Set(d, xx), two = hn::Set(d, T(2)), most = hn::Set(d, bound);
  Index number = 0, j = 0;
  for (; j + lanes <= count; j += lanes) {
    const auto value = hn::NegMulAdd(two, hn::LoadU(d, xy + j), hn::Add(own, hn::LoadU(d, yy + j)));
    const auto limit = bounds ? hn::Max(most, hn::LoadU(d, bounds + j)) : most;
    const auto mask = hn::Le(value, limit);
    if (!hn::AllFalse(d, mask)) number += list(d, mask, j, found + number);
  }
  for (; j < count; ++j)
    if (xx + yy[j] - 2 * xy[j] <= (bounds && bounds[j] > bound ? bounds[j] : bound))
      found[number++] = static_cast<int>(j);
  return number;
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
void axpy_float(float a, const float* x, float* y, Index n) { axpy(a, x, y, n); }
void axpy_double(double a, const double* x, double* y, Index n) { axpy(a, x, y, n); }
Index near_float(const float* xy, Index n, float xx, const float* yy, float bound, const float* bounds,
                 int* f) {
  return near(xy, n, xx, yy, bound, bounds, f);
}
Index near_double(const double* xy, Index n, double xx, const double* yy, double bound, const double* bounds,
                  int* f) {
  return near(xy, n, xx, yy, bound, bounds, f);
}

}  // namespace mercer::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mercer {

HWY_EXPORT(gaussian_float);
HWY_EXPORT(gaussian_double);
HWY_EXPORT(laplacian_float);
HWY_EXPORT(laplacian_double);
HWY_EXPORT(axpy_float);
HWY_EXPORT(axpy_double);
HWY_EXPORT(near_float);
HWY_EXPORT(near_double);

void add_scaled(float a, const float* x, float* y, Index count) {
  HWY_DYNAMIC_DISPATCH(axpy_float)(a, x, y, count);
}
void add_scaled(double a, const double* x, double* y, Index count) {
  HWY_DYNAMIC_DISPATCH(axpy_double)(a, x, y, count);
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
Index find_near(const float* xy, Index count, float xx, const float* yy, float bound, const float* bounds,
                int* found) {
  return HWY_DYNAMIC_DISPATCH(near_float)(xy, count, xx, yy, bound, bounds, found);
}
Index find_near(const double* xy, Index count, double xx, const double* yy, double bound,
                const double* bounds, int* found) {
  return HWY_DYNAMIC_DISPATCH(near_double)(xy, count, xx, yy, bound, bounds, found);
}

}  // namespace mercer
#endif
