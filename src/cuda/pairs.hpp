// Searches over all pairs of points on a device, as plain functions: the nearest points, and the lightest
// edges to other components.
//
// Distances are bounded from below in float, by products on the plain cores; a pair that may matter is
// measured in double, with the very sums of the processor. So the answers are its answers, bit for bit, in
// whatever order the pairs come.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "cuda/launch.hpp"

namespace mercer::device {

// Points in both forms; `pick` (null: all) names those that are asked about.
struct PairSide {
  const double* x;   // as they are, row by row
  const float* y;    // about the centre
  const float* low;  // |y|^2, shrunk by the error of a distance
  const int* pick;
  int count;
};

constexpr int most_near = 128;  // neighbours of a point

// d2(r, c), index(r, c): the c-th nearest of the points to query first + r, by d2 and then by index, for
// `count` queries; `among_others`: both are the same points, and a point is not its own neighbour
void near_points(const PairSide& queries, const PairSide& points, int d, int first, int count, int k,
                 bool among_others, double* d2, int* index, cudaStream_t stream);

struct LightEdges {
  const int* component;  // of all points
  const double* core;    // squared; null: none
  double *weight, *distance;
  int* other;  // -1: none
};
// For those that `asked` picks: the lightest edge to another component, at places 0 .. asked.count - 1.
void lightest_edges(const PairSide& asked, const PairSide& points, int d, const LightEdges& edges,
                    cudaStream_t stream);

}  // namespace mercer::device
