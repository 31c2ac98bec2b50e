// Whether the components of a mixture are clusters, or pieces of a shape: between clusters the density falls.
#pragma once

#include "beyond/gaussians.hpp"

namespace mercer::automatic {

// The shallowest valley between two components: the lowest density of the mixture on the ridge between their
// means, as a share of the lower of the two densities there. 0: they are far apart; near 1: pieces of one
// shape, or one component.
//   ridge(t) = ((1 - t) P_a + t P_b)^-1 ((1 - t) P_a m_a + t P_b m_b),   P = covariance^-1
// has all peaks and valleys of a and b (Ray and Lindsay 2005).
double shallowest_valley(const Gaussians& mixture);

}  // namespace mercer::automatic
