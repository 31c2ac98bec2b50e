// The geodesic kernel at the front door: all paths, or paths to landmarks.
#pragma once

#include "front/approximate.hpp"
#include "front/spaces.hpp"
#include "gram/additive_constant.hpp"
#include "graph/neighborhood.hpp"

namespace mercer {

// Graph, paths, shift and Gram; what new points need of them, and what was found. For an affinity the
// distances are not made Euclidean: near points are alike.
enum class GeodesicUse { kernel, affinity };
void build_geodesic(const Data& data, const Geodesic& kernel, Index clusters, Precision precision,
                    Control* control, Built& built, GeodesicUse use = GeodesicUse::kernel);

// The same with paths to kernel.landmarks points only: features from the kernel among the landmarks, which is
// shifted and centred there. Fills built.geodesic and built.findings; the space is the embedding's.
Embedded embed_geodesic(const Data& data, const Geodesic& kernel, const Options& options, const Plan& plan,
                        const Vector& weights, Built& built);

// What both have to say: the parts of the graph, and the shift; returns the shift that is used, a trifle
// above the one found.
void report_components(const Neighborhood& near, Built& built);
double settle_shift(const AdditiveConstant& found, DistanceShift shift, Built& built);

}  // namespace mercer
