#include "core/find_near.hpp"

// This file is compiled once for each of these.
#include "core/vector_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/find_near.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace mercer::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

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

// Few pairs pass, so a whole vector is judged at once.
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

Index near_float(const float* xy, Index count, float xx, const float* yy, float bound, const float* bounds,
                 int* found) {
  return near(xy, count, xx, yy, bound, bounds, found);
}
Index near_double(const double* xy, Index count, double xx, const double* yy, double bound,
                  const double* bounds, int* found) {
  return near(xy, count, xx, yy, bound, bounds, found);
}

}  // namespace mercer::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mercer {

HWY_EXPORT(near_float);
HWY_EXPORT(near_double);

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
