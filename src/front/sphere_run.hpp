// What the methods of spheres share at the front door.
#pragma once

#include "beyond/svdd.hpp"
#include "front/method_file.hpp"

namespace mercer {

// The smallest sphere around the run's points, and how that went.
Svdd solve_sphere(Run& run, double C);
// How far beyond its radius a point still counts as inside: those on the sphere are there up to rounding.
double slack_of(const Svdd& sphere);
// Radius and support in the findings.
void report_sphere(Run& run, const Svdd& sphere, double C);

// Kernel rows that are kept for speed, at most.
constexpr std::uint64_t most_row_bytes = 256'000'000;
// Gradient and weights, and at will the rows; `outside` is the share of points that may lie outside.
Memory sphere_bytes(const Extent& extent, double outside);

}  // namespace mercer
