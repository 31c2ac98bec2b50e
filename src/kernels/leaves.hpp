// The kernel functions of x.y, x.x and y.y, for tiles here and on a GPU.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/anywhere.hpp"

namespace mercer {

// |x-y|^2 = x.x + y.y - 2 x.y, never below zero by rounding
template <class T>
MERCER_ANYWHERE T squared_distance(T xy, T xx, T yy) {
  return std::max(T(0), xx + yy - 2 * xy);
}

template <class T>
struct LinearOf {
  MERCER_ANYWHERE T operator()(T xy, T, T) const { return xy; }
};
// exp(-gamma |x-y|^2)
template <class T>
struct GaussianOf {
  T gamma;
  MERCER_ANYWHERE T operator()(T xy, T xx, T yy) const {
    return std::exp(-gamma * squared_distance(xy, xx, yy));
  }
};
// (x.y + offset)^degree
template <class T>
struct PolynomialOf {
  T offset;
  int degree;
  MERCER_ANYWHERE T operator()(T xy, T, T) const {
    T power = 1, base = xy + offset;
    for (int p = degree; p > 0; p >>= 1, base *= base)
      if (p & 1) power *= base;
    return power;
  }
};
// exp(-|x-y| / sigma)
template <class T>
struct LaplacianOf {
  T inverse_sigma;
  MERCER_ANYWHERE T operator()(T xy, T xx, T yy) const {
    return std::exp(-inverse_sigma * std::sqrt(squared_distance(xy, xx, yy)));
  }
};
// tanh(gamma x.y + offset)
template <class T>
struct SigmoidOf {
  T gamma, offset;
  MERCER_ANYWHERE T operator()(T xy, T, T) const { return std::tanh(gamma * xy + offset); }
};
// x.y / |x| |y|; a zero vector is orthogonal to all others
template <class T>
struct CosineOf {
  MERCER_ANYWHERE T operator()(T xy, T xx, T yy) const {
    const T product = std::sqrt(xx) * std::sqrt(yy);
    return product > 0 ? xy / product : T(0);
  }
};

}  // namespace mercer
