// The kernel functions of x.y, x.x and y.y: leaves, inlined in the tiles.
#pragma once

#include <Eigen/Core>
#include <concepts>

#include "core/vector_math.hpp"
#include "kernels/leaves.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

template <class K>
concept KernelFunction = requires(const K k, double xy, double xx, double yy) {
  { k(xy, xx, yy) } -> std::convertible_to<double>;
};

// values[j] = k(values[j], xx, yy[j]) for one row of a tile
template <class T, class K>
void evaluate_row(const K& k, T* values, Eigen::Index count, T xx, const T* yy) {
  for (Eigen::Index j = 0; j < count; ++j) values[j] = k(values[j], xx, yy[j]);
}
// The same with the processor's vector instructions.
template <class T>
void evaluate_row(const GaussianOf<T>& k, T* values, Eigen::Index count, T xx, const T* yy) {
  gaussian_row(k.gamma, values, count, xx, yy);
}
template <class T>
void evaluate_row(const LaplacianOf<T>& k, T* values, Eigen::Index count, T xx, const T* yy) {
  laplacian_row(k.inverse_sigma, values, count, xx, yy);
}

// 1 / (2 sigma^2), whichever of the two was given
inline double gamma_of(const Gaussian& g) {
  return g.gamma ? *g.gamma : 0.5 / g.sigma.value() / g.sigma.value();
}

// The leaf of each kernel of points whose parameters are set. One that is forgotten does not compile.
template <class T>
LinearOf<T> function_of(const Linear&) {
  return {};
}
template <class T>
GaussianOf<T> function_of(const Gaussian& g) {
  return {T(gamma_of(g))};
}
template <class T>
PolynomialOf<T> function_of(const Polynomial& p) {
  return {T(p.offset), p.degree};
}
template <class T>
LaplacianOf<T> function_of(const Laplacian& l) {
  return {T(1 / l.sigma.value())};
}
template <class T>
SigmoidOf<T> function_of(const Sigmoid& s) {
  return {T(s.gamma.value()), T(s.offset)};
}
template <class T>
CosineOf<T> function_of(const Cosine&) {
  return {};
}

// Calls f(function) with the leaf of a kernel on points; without a kernel it is x.y. The others have no
// function of two points, and never come here.
template <class T, class F>
auto with_function(const Kernel& kernel, F&& f) {
  using Answer = decltype(f(LinearOf<T>{}));
  return std::visit(
      [&]<class K>(const K& k) -> Answer {
        if constexpr (K::source == KernelSource::points)
          return f(function_of<T>(k));
        else if constexpr (K::source == KernelSource::none)
          return f(LinearOf<T>{});
        else
          throw Error(Fault::failure,
                      std::string("the ") + std::string(K::name) + " kernel is not a function of two points");
      },
      kernel);
}

}  // namespace mercer
