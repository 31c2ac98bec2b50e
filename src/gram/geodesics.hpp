// All distances along a graph, packed; and the kernel that they become.
#pragma once

#include "gram/stored_gram.hpp"
#include "mercer/kernels.hpp"

namespace mercer {

template <class T>
struct GeodesicDistances {
  Packed<T> G;
  double far = 0;  // what stands for pairs without a path: twice the largest distance along one
};
// A search from every vertex. A pair's distance is that of the search from the one with the lower index. A
// stop (control) leaves them incomplete.
template <class T>
GeodesicDistances<T> all_geodesics(const SparseMatrix& graph, Control* control);

// From a distance to the squared distance in feature space, for different points:
//   cailliez (g + c)^2     lingoes g^2 + 2 c, c = |least eigenvalue|     none g^2
struct ShiftedSquare {
  DistanceShift shift = DistanceShift::none;
  double constant = 0;
  double operator()(double g) const {
    if (shift == DistanceShift::cailliez) return (g + constant) * (g + constant);
    return g * g + (shift == DistanceShift::lingoes ? 2 * constant : 0);
  }
};
// k = -delta^2 / 2, which has the same distances as its centred form.
template <class T>
std::shared_ptr<StoredGram<T>> geodesic_gram(Packed<T> G, const ShiftedSquare& square);

}  // namespace mercer
