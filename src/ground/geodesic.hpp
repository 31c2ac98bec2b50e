// The geodesic kernel on the ladder: all paths, or paths to landmarks.
#pragma once

#include "gram/additive_constant.hpp"
#include "graph/neighborhood.hpp"
#include "ground/ground.hpp"

namespace mercer {

// Graph, paths, shift and Gram; what new points need of them, and what was found. For an affinity the
// distances are not made Euclidean: near points are alike.
template <class T>
void stand_on_paths(const Data& data, const Geodesic& kernel, const Ask& ask, Ground& out);

// The same with paths to kernel.landmarks points only: features from the kernel among the landmarks, which is
// shifted and centred there. Fills out.geodesic and out.findings; the space is the embedding's.
Embedded embed_geodesic(const Data& data, const Geodesic& kernel, const Ask& ask, const Vector& weights,
                        Ground& out);

// What both have to say: the parts of the graph, and the shift; returns the shift that is used, a trifle
// above the one found.
void report_components(const Neighborhood& near, Ground& out);
double settle_shift(const AdditiveConstant& found, DistanceShift shift, Ground& out);

}  // namespace mercer
