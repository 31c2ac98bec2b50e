// What the files of vector loops share; included once for each instruction set.
#if defined(MERCER_VECTOR_ROWS) == defined(HWY_TARGET_TOGGLE)
#ifdef MERCER_VECTOR_ROWS
#undef MERCER_VECTOR_ROWS
#else
#define MERCER_VECTOR_ROWS
#endif

#include <hwy/highway.h>
// after highway.h
#include <hwy/contrib/math/math-inl.h>

#include <algorithm>

#include "mercer/types.hpp"

HWY_BEFORE_NAMESPACE();
namespace mercer::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Calls f(vector of values, vector of others) for whole vectors, the last of which may overlap the one before
// it; a row shorter than a vector goes through a padded copy. So a value does not depend on where in the row
// it stands.
template <class T, class F>
HWY_INLINE void transform_row(T* values, const T* others, Index count, const F& f) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  if (count >= lanes) {
    const Index last = count - lanes;
    const auto end = f(d, hn::LoadU(d, values + last), hn::LoadU(d, others + last));
    for (Index i = 0; i < last; i += lanes)
      hn::StoreU(f(d, hn::LoadU(d, values + i), hn::LoadU(d, others + i)), d, values + i);
    hn::StoreU(end, d, values + last);
    return;
  }
  HWY_ALIGN T v[HWY_MAX_BYTES / sizeof(T)] = {};
  HWY_ALIGN T o[HWY_MAX_BYTES / sizeof(T)] = {};
  std::copy(values, values + count, v);
  std::copy(others, others + count, o);
  hn::Store(f(d, hn::Load(d, v), hn::Load(d, o)), d, v);
  std::copy(v, v + count, values);
}

// max(0, xx + yy - 2 xy)
template <class D, class V, class T>
HWY_INLINE V distances(D d, V xy, V yy, T xx) {
  return hn::Max(hn::Zero(d), hn::NegMulAdd(hn::Set(d, T(2)), xy, hn::Add(hn::Set(d, xx), yy)));
}

// exp(x) for x <= 0. In float: 2^n e^y with n = round(x / ln 2) and e^y, |y| <= ln 2 / 2, to the seventh
// power; what is below the smallest normal number is 0. (Highway's serves
// any x, and takes a quarter longer.)
template <class D>
HWY_INLINE hn::Vec<D> exp_below_zero(D d, hn::Vec<D> x) {
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    return hn::Exp(d, x);
  } else {
    const hn::RebindToSigned<D> integers;
    const auto n = hn::NearestInt(hn::Mul(hn::Max(x, hn::Set(d, -100.0F)), hn::Set(d, 1.44269504F)));
    const auto whole = hn::ConvertTo(d, n);
    // ln 2 in two parts: the product with the first one is exact
    auto y = hn::NegMulAdd(whole, hn::Set(d, 0.693359375F), x);
    y = hn::NegMulAdd(whole, hn::Set(d, -2.12194440e-4F), y);
    auto p = hn::Set(d, 1.0F / 5040);
    for (const float coefficient : {1.0F / 720, 1.0F / 120, 1.0F / 24, 1.0F / 6, 1.0F / 2, 1.0F, 1.0F})
      p = hn::MulAdd(p, y, hn::Set(d, coefficient));
    const auto power = hn::ShiftLeft<23>(hn::Add(n, hn::Set(integers, 127)));
    return hn::IfThenElseZero(hn::Ge(x, hn::Set(d, -87.0F)), hn::Mul(p, hn::BitCast(d, power)));
  }
}

}  // namespace mercer::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
