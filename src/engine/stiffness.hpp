// The stiffness of soft k-means, from the spectrum of the data in feature space.
#pragma once

#include "space/space.hpp"

namespace mercer {

struct Stiffness {
  double critical = 0;  // below it all responsibilities are uniform
  double chosen = 0;
};

// With lambda_i the eigenvalues of the centred kernel over the summed weight:
//   critical = 1 / (2 lambda_1),   chosen = 1.5 / (2 lambda_(k-1)),
// where the last eigenvalue above 1e-6 lambda_1 stands in when the data have fewer dimensions. Above 1024
// points the spectrum is that of 1024 of them, spread evenly.
Stiffness stiffness(const Space& space, Index clusters, const Vector& weights);

}  // namespace mercer
