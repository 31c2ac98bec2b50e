// New points against a model with a geodesic kernel.
#pragma once

#include "embed/landmark_kernel.hpp"
#include "model/query.hpp"

namespace mercer {

// k(Z, X) W with the distances of the new points along the graph of the training points: k = -delta^2 / 2,
// or their affinity, where the model has widths.
Matrix geodesic_products(const KnownPaths& known, const Query& query, const Matrix& W);
// The kernel of new points with the landmarks.
LandmarkKernel geodesic_rows(const KnownPaths& known, const Query& query);

}  // namespace mercer
