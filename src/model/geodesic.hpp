// New points against a model with a geodesic kernel.
#pragma once

#include "embed/landmark_kernel.hpp"
#include "io/archive.hpp"
#include "model/products.hpp"

namespace mercer {

// KW = k(Z, X) W with the distances of the new points along the graph of the training points: k = -delta^2 /
// 2, or their affinity, where the model has widths.
Matrix geodesic_products(const KnownPoints& known, const Data& points, const Matrix& W);
// The kernel of new points with the landmarks.
LandmarkKernel geodesic_rows(const Model& model, const Data& points);

// Whether the parts fit one another and the points.
bool geodesic_fits(const KnownPoints& known);

void pack(const GeodesicModel& g, io::Archive& archive);
std::optional<GeodesicModel> read_geodesic(const io::Archive& archive);

}  // namespace mercer
