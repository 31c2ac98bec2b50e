// The scales eta_j of possibilistic c-means, from a fuzzy clustering.
#pragma once

#include <vector>

#include "space/space.hpp"

namespace mercer {

enum class Scale {
  median,  // weighted median of d2_j, over ln 2: noise hardly moves it
  mean     // sum_h W(h,j) d2_hj / sum_h W(h,j): the slides' rule with gamma = 1
};

// W: point weights times u^m, n x k; `before` are earlier prototypes, where placement depends on them. A
// scale is positive even if all points of a cluster are equal: at least 1e-12 of the variance.
std::vector<double> scales_of(const Space& space, const Matrix& W, Prototypes before, Scale rule,
                              double variance, Control* control = nullptr);

}  // namespace mercer
