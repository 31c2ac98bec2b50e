// Points as vectors whose products approximate the kernel: z(x).z(y) ~ k(x, y).
#pragma once

#include "gram/gram.hpp"
#include "mercer/approx.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

template <class T>
struct Features {
  MatrixOf<T> values;  // one row per point
  // k(x, x) - |z(x)|^2: the squared distance of the point from where its features put it. Zero for random
  // features, which all have the norm of phi(x).
  Vector residual;
};

// The features of points begin .. end-1. `kernel` is resolved; where its matrix was given, the points are
// rows of similarities to the training points, and `self` holds k(x, x) of every point.
template <class T>
Features<T> embed(const FeatureMap& map, const Kernel& kernel, const Data& points, Index begin, Index end,
                  const Vector& self = {});

// Moves the features of the training points to their mean, which becomes part of the map: distances are
// formed from products, and lose digits under an offset.
template <class T>
void centre_features(FeatureMap& map, MatrixOf<T>& features);

// The Nystrom map of some points of a Gram: `landmarks` are the same points as data, or empty where the
// kernel matrix was given. Landmarks that lie in the span of the others, up to `tolerance` of the largest
// k(x, x), are left out.
FeatureMap nystrom_map(const Gram& gram, const Data& data, const Kernel& kernel,
                       std::span<const Index> landmarks, double tolerance);

// The same in the order in which the landmarks are given; none is left out. Empty if one lies in the span of
// those before it.
FeatureMap ordered_nystrom_map(const Gram& gram, const Data& data, const Kernel& kernel,
                               std::span<const Index> landmarks, double tolerance);

// K = L L' of the rows and columns `order`, the largest remaining diagonal first; ends where nothing above
// `least` remains.
struct PivotedCholesky {
  std::vector<Index> order;
  Matrix factor;  // L, order.size() squared
};
PivotedCholesky pivoted_cholesky(const Matrix& K, double least);

// Random Fourier features (Rahimi and Recht) of a gaussian or laplacian kernel whose width is set: an even
// number of them, `features` or one more.
FeatureMap random_features(const Data& data, const Kernel& kernel, Index features, std::uint64_t seed);
// Whether the kernel has them.
bool has_random_features(const Kernel& kernel);

// Root mean square of z(x).z(y) - k(x, y) over all pairs of up to 256 random points.
double kernel_error(const FeatureMap& map, const Data& data, const Kernel& kernel, std::uint64_t seed);

}  // namespace mercer
