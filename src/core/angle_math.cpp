#include "core/angle_math.hpp"

#include <algorithm>
#include <cmath>

// This file is compiled once for each of these.
#include "core/vector_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/angle_math.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace mercer::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Highway's functions hold up to 39,000.
constexpr double largest_angle = 39000;

template <class T>
HWY_INLINE void vector_of_angles(const T* t, T scale, T* cosines, T* sines) {
  const hn::ScalableTag<T> d;
  const auto angles = hn::LoadU(d, t), factor = hn::Set(d, scale);
  hn::StoreU(hn::Mul(factor, hn::Cos(d, angles)), d, cosines);
  hn::StoreU(hn::Mul(factor, hn::Sin(d, angles)), d, sines);
  if (hn::AllTrue(d, hn::Le(hn::Abs(angles), hn::Set(d, static_cast<T>(largest_angle))))) return;
  for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane)
    if (!(std::abs(t[lane]) <= static_cast<T>(largest_angle))) {
      cosines[lane] = scale * std::cos(t[lane]);
      sines[lane] = scale * std::sin(t[lane]);
    }
}

// The last ones, fewer than a vector, are filled up by zeros.
template <class T>
HWY_INLINE void angles_of(const T* t, Index count, T scale, T* cosines, T* sines) {
  const auto lanes = static_cast<Index>(hn::Lanes(hn::ScalableTag<T>()));
  Index i = 0;
  for (; i + lanes <= count; i += lanes) vector_of_angles(t + i, scale, cosines + i, sines + i);
  if (i == count) return;
  T rest[HWY_MAX_BYTES / sizeof(T)] = {}, cosine[HWY_MAX_BYTES / sizeof(T)], sine[HWY_MAX_BYTES / sizeof(T)];
  std::copy(t + i, t + count, rest);
  vector_of_angles(rest, scale, cosine, sine);
  std::copy(cosine, cosine + (count - i), cosines + i);
  std::copy(sine, sine + (count - i), sines + i);
}

void angles_float(const float* t, Index count, float scale, float* cosines, float* sines) {
  angles_of(t, count, scale, cosines, sines);
}
void angles_double(const double* t, Index count, double scale, double* cosines, double* sines) {
  angles_of(t, count, scale, cosines, sines);
}

}  // namespace mercer::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mercer {

HWY_EXPORT(angles_float);
HWY_EXPORT(angles_double);

void cosines_and_sines(const float* t, Index count, float scale, float* cosines, float* sines) {
  HWY_DYNAMIC_DISPATCH(angles_float)(t, count, scale, cosines, sines);
}
void cosines_and_sines(const double* t, Index count, double scale, double* cosines, double* sines) {
  HWY_DYNAMIC_DISPATCH(angles_double)(t, count, scale, cosines, sines);
}

}  // namespace mercer
#endif
