// The values above (or below) which coincident prototypes are stable: the critical fuzziness of fuzzy c-means
// and the critical exponent of inverse weighted clustering.
#pragma once

#include "space/space.hpp"

namespace mercer {

// Both follow from the directions in which the points lie from their mean: with lambda the largest eigenvalue
// of (1/n) K~_hi / sqrt(K~_hh K~_ii), K~ the centred kernel (above 1024 points: of 1024 of them),
//   m_crit = 1 / (1 - 2 lambda), infinite from lambda = 1/2 on;   b_crit = 1 / lambda.
struct Critical {
  double fuzziness = 0;
  double exponent = 0;
  double variance = 0;  // mean squared distance of the points to their mean
};
Critical critical(const Space& space, const Vector& weights);

// The fuzziness that is chosen where none is given: the lesser of 2 and half way from 1 to the critical one.
double automatic_fuzziness(const Critical& at);

}  // namespace mercer
